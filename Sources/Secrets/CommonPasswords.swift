/// Passwords of eight and more characters that are tried first everywhere, in lower case.
enum CommonPasswords {
    static let all = Set(text.split(whereSeparator: \.isWhitespace).map(String.init))

    private static let text = """
        password password1 password12 password123 password1234 password! password1! password123! passw0rd passw0rd1
        p@ssword p@ssw0rd p@ssw0rd1 p@ssword1 pa$$word pa$$w0rd pa55word pa55w0rd mypassword thepassword passwordpassword
        newpassword oldpassword password0 password2 password00 password01 password11 password99 password2024 password2025
        password2026 12345678 123456789 1234567890 12345678910 123456789a 123456789q 0123456789 01234567 012345678 0987654321
        987654321 9876543210 87654321 876543210 11223344 1122334455 112233445566 12341234 123412345 12344321 1234554321
        123123123 123321123 123454321 12121212 13131313 10203040 1020304050 14725836 147258369 147852369 159357456 159753456
        741852963 789456123 963852741 369258147 31415926 314159265 27182818 19871987 19901990 20002000 20202020 12312312
        69696969 88888889 00000007 11112222 11110000 aaaaaaaa1 a1234567 a12345678 a123456789 a1b2c3d4 a1b2c3d4e5 1a2b3c4d
        1a2b3c4d5e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 2wsx3edc q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6
        zaq12wsx zaq1xsw2 zaq1zaq1 qazwsxedc qazwsx123 qaz123wsx qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwerty12345
        qwerty123456 qwerty321 qwertyqwerty qwer1234 qwert123 qwert12345 qwertz123 qwertzui qwertzuiop azertyui azertyuiop
        azerty123 asdfghjk asdfghjkl asdfasdf asdf1234 asdfqwer asdf;lkj asd12345 asdasd123 asdasdasd zxcvbnm1 zxcvbnm123
        zxcvbnm, poiuytrewq lkjhgfdsa mnbvcxz1 abcdefgh abcdefghi abcdefghij abcd1234 abcd12345 abc12345 abc123456 abc123abc
        abcabcabc abcd123456 aabbccdd aa123456 aa12345678 1234abcd 12345abc 123456ab 123abc123 123qweasd 123qwe123 123qweasdzxc
        qweasdzxc qweqweqwe qwe12345 qwe123456 1234qwer 12345qwert 123456qwerty 123456abc 12345678a 1234567a iloveyou iloveyou1
        iloveyou2 iloveyou! iloveyou123 iloveu123 ilovegod ilovehim ilovemom ilovemymum ilovemydog ilovemycat loveyou1 loveyou2
        lovelove loveme123 lovers123 forever1 foreverlove sunshine sunshine1 princess princess1 princess123 football football1
        baseball baseball1 basketball basketball1 softball volleyball superman superman1 superman123 batman123 spiderman
        spiderman1 pokemon1 pokemon123 starwars starwars1 startrek minecraft minecraft1 nintendo playstation roblox123
        fortnite1 computer computer1 internet internet1 whatever whatever1 michelle jennifer jennifer1 jonathan benjamin
        victoria veronica isabella samantha elizabeth alexander alexandra christian christina christopher charlotte
        stephanie danielle danielle1 nicholas nicolas1 michael1 jessica1 jessica123 daniel123 thomas123 andrea123 maria123
        charlie1 charlie123 ashley123 amanda123 anthony1 matthew1 jordan23 jordan123 hunter123 hunter2hunter2 dragon123
        monkey123 shadow123 master123 tiger123 killer123 letmein1 letmein! letmein123 letmeinnow welcome1 welcome12 welcome123
        welcome1234 welcome! welcome2024 welcome2025 welcome2026 changeme changeme1 changeme123 changeit defaultpassword
        default123 secret123 secretsecret topsecret trustno1 trustme1 access123 accessgranted login123 loginlogin admin123
        admin1234 admin12345 administrator administrator1 adminadmin rootroot root1234 rootpass test1234 test12345 testtest
        testing1 testing123 testpass tester123 guest123 guestguest user1234 username sample123 example1 temp1234 temppass
        temporary letmepass masterkey mustang1 corvette mercedes mercedes1 porsche911 ferrari1 liverpool liverpool1 chelsea1
        arsenal1 barcelona barcelona1 realmadrid juventus bayern123 manchester manutd123 everton1 celtic1888 rangers1
        chocolate chocolate1 butterfly butterfly1 strawberry blueberry pineapple cinnamon cupcakes cookie123 cheese123
        banana123 bubblegum snowball snowflake rainbow1 rainbows sunflower sunflower1 flower123 lavender midnight midnight1
        moonlight starlight dolphins dolphin1 elephant elephants crocodile hellokitty kittycat kitty123 doggydog puppydog
        buttercup babygirl babygirl1 babyblue babybaby mommy123 mummy123 daddy123 mumanddad momanddad mothermother family123
        familyfamily ourfamily happyfamily myfamily1 homesweethome holidays1 christmas christmas1 merryxmas birthday birthday1
        happybirthday summer123 summer2024 summer2025 summer2026 winter123 winter2024 winter2025 winter2026 spring2025
        spring2026 autumn2025 autumn2026 january1 february december december1 november october1 september monday123 friday13
        hello123 hello1234 hellohello helloworld goodmorning goodnight heythere freedom1 freedom123 jesus123 jesuschrist
        jesusislord godisgood godislove blessed1 blessed123 heaven123 angel123 angels123 diamond1 crystal1 superstar superstar1
        rockstar rockstar1 blink182 metallica metallica1 nirvana1 slipknot guitar123 music123 soccer123 hockey123 golfgolf
        fishing1 swimming runner123 champion champion1 winner123 thunder1 lightning qwerasdf1 security security1 private1
        correcthorse correcthorsebatterystaple correct-horse-battery-staple mantel123 mantel1234 mantelmantel mantelpiece
        hallo123 hallohallo passwort passwort1 passwort123 geheim123 schatz123 ichliebedich motdepasse bonjour1 bonjour123
        jetaime1 doudoudou loulou123 soleil123 contrasena contraseña teamo123 tequiero holahola123 ciaociao wachtwoord
        welkom01 welkom123 haslo123 12345qwertz ficken123 sommer123 sommer2025 sommer2026 winter12 frankfurt
        """
}
