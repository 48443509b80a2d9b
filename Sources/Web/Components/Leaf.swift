import Household

/// A calendar leaf: weekday over the number.
func leaf(_ day: Day) -> HTML {
    "<span class=leaf><span class=dow>\(String(day.short.prefix(3)))</span><b>\(day.day)</b></span>"
}
