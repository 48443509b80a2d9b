/// The words that carry meaning, in English, French, German and Spanish, folded (no accents, lower case).
/// A language more is a row more.
enum Lexicon {
    static func month(_ word: String) -> Int? {
        if let month = months[word] { return month }
        // One wrong letter in a long name is an OCR error; in a short one it is another word.
        guard word.count >= 6 else { return nil }
        let near = Set(months.filter { abs($0.key.count - word.count) <= 1 && $0.key.count >= 6 && differsByOne($0.key, word) }.values)
        return near.count == 1 ? near.first : nil
    }

    static func weekday(_ word: String) -> Int? { weekdays[word] }

    private static func differsByOne(_ a: String, _ b: String) -> Bool {
        let a = Array(a), b = Array(b)
        var start = 0, end = 0
        while start < min(a.count, b.count), a[start] == b[start] { start += 1 }
        while end < min(a.count, b.count) - start, a[a.count - 1 - end] == b[b.count - 1 - end] { end += 1 }
        return a.count - start - end <= 1 && b.count - start - end <= 1
    }

    private static let months: [String: Int] = table([
        "january jan janvier janv januar janner enero ene", "february feb fevrier fevr februar febrero", "march mar mars marz maerz marzo",
        "april apr avril avr abril abr", "may mai mayo", "june jun juin juni junio", "july jul juillet juil juli julio",
        "august aug aout agosto ago", "september sep sept septembre septiembre setiembre", "october oct octobre oktober okt octubre",
        "november nov novembre noviembre", "december dec decembre dezember dez diciembre dic",
    ])

    private static let weekdays: [String: Int] = table([
        "monday mon lundi lun montag mo lunes", "tuesday tue tues mardi dienstag di martes", "wednesday wed weds mercredi mittwoch mi miercoles",
        "thursday thu thur thurs jeudi donnerstag do jueves", "friday fri vendredi freitag fr viernes",
        "saturday sat samedi samstag sonnabend sa sabado", "sunday sun dimanche sonntag so domingo",
    ])

    /// Two letters, or a common word, that mean a weekday only right beside a number.
    static let weakWeekdays: Set<String> = ["mo", "di", "mi", "do", "fr", "sa", "so", "lun", "sun", "sat", "mon", "wed"]

    private static func table(_ rows: [String]) -> [String: Int] {
        var table: [String: Int] = [:]
        for (index, row) in rows.enumerated() { for word in row.split(separator: " ") { table[String(word)] = index + 1 } }
        return table
    }

    static let ordinals: Set<String> = ["st", "nd", "rd", "th", "er", "eme", "e", "ter", "o", "º", "ª", "°", "\"", "”", "“", "*", "'", "’"]
    static let of: Set<String> = ["of", "de", "del", "du", "d", "."]
    static let rangeMarks: Set<String> = ["-", "–", "—", "―", "~"]
    static let rangeWords: Set<String> = ["to", "till", "until", "through", "thru", "bis", "au", "a", "al", "hasta", "jusqu"]
    static let listWords: Set<String> = ["and", "&", "+", "et", "und", "y", ",", "/", "."]
    static let fillers: Set<String> = ["the", "le", "la", "el", "les", "los", "den", "dem", "der", "am", "vom", "from", "on", "du", "del"]
    static let timeLeads: Set<String> = ["at", "@", "from", "um", "ab", "a", "de", "desde", "las", "la", "dès", "des", "time", "starts", "start", "begin", "begins", "beginn", "hora", "horario", "open", "doors", "um"]
    static let hourWords: Set<String> = ["h", "hs", "hrs", "uhr", "heures", "horas", "hr"]
    static let doors: Set<String> = ["doors", "einlass", "portes", "puertas"]
    static let shows: Set<String> = ["show", "shows", "beginn", "starts", "curtain", "kickoff", "dinner", "debut"]

    /// A date behind one of these is when something must be done, not when it happens.
    static let deadlines: Set<String> = [
        "deadline", "register", "registration", "rsvp", "apply", "applications", "submit", "closes", "due", "before", "snow", "rain",
        "anmeldung", "anmeldeschluss", "inscription", "inscriptions", "inscripcion", "inscripciones", "reservierung", "since", "seit",
        "depuis", "desde", "renew", "expires", "posted", "copyright", "©", "earlybird",
    ]
    static let repeating: Set<String> = ["every", "each", "weekly", "jeden", "jede", "jedes", "chaque", "tous", "cada", "todos", "wochentlich"]
    static let venues: Set<String> = [
        "hall", "church", "theatre", "theater", "cafe", "bar", "pub", "lounge", "room", "centre", "center", "library", "school", "kirk",
        "park", "stadium", "museum", "gallery", "club", "auditorium", "cafeteria", "cathedral", "chapel", "arena", "hotel", "restaurant",
        "studio", "campus", "building", "gym", "barn", "records", "stage", "quartier", "square", "maison", "salle", "eglise", "ecole",
        "mairie", "saal", "kirche", "schule", "haus", "platz", "escuela", "salon", "biblioteca", "libreria", "iglesia", "teatro", "centro",
        "plaza", "zoom", "online", "homeroom", "floor", "house", "tavern", "brewery", "garden", "gardens", "college", "university", "bibliotheque",
    ]
    static let streets: Set<String> = [
        "street", "st", "road", "rd", "avenue", "ave", "av", "lane", "ln", "drive", "dr", "close", "boulevard", "blvd", "bd", "way", "hill",
        "rue", "chaussee", "place", "calle", "c", "paseo", "avenida", "strasse", "str", "gasse", "weg", "allee", "terrace", "parkway",
    ]
    static let streetEndings = ["strasse", "straße", "gasse", "weg", "platz", "allee"]
    static let free: Set<String> = ["free", "gratis", "gratuit", "gratuite", "frei", "freier", "freie", "kostenlos"]
    static let admission: Set<String> = ["admission", "entry", "entrance", "event", "tickets", "ticket", "entree", "eintritt", "entrada", "cover", "concert", "libre", "all"]
    static let presenting: Set<String> = ["presents", "present", "presente", "presentent", "prasentiert", "presenta", "presentan", "proudly", "invites", "ladt", "invite", "featuring", "feat", "with", "sponsored", "hosted"]
    static let urging: Set<String> = ["join", "come", "register", "rsvp", "visit", "contact", "call", "email", "follow", "scan", "learn", "bring", "please", "buy", "book", "info", "information", "questions", "venez", "reservez", "kommen", "tickets", "admission", "entry", "doors", "meeting", "passcode"]
    static let zones: Set<String> = ["est", "edt", "cst", "cdt", "mst", "mdt", "pst", "pdt", "gmt", "bst", "utc", "cet", "cest", "et", "pt", "mt", "ct"]
}
