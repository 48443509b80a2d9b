import Household
import HTTPServer
import Store

struct HolidayAnswer: JSONValue {
    let holiday: Holiday
    let today: Day

    func write(to json: inout JSONWriter) {
        json.object {
            $0.field("name", holiday.name)
            $0.field("rule", holiday.rule.description)
            $0.field("next", holiday.rule.next(after: today.adding(days: -1)))
            $0.field("approximate", holiday.rule.isApproximate)
            $0.field("caution", holiday.rule.caution())
        }
    }
}

/// What one viewer has spent and planned, against an even way to the day.
struct PaceAnswer: JSONValue {
    let view: OccasionView

    func write(to json: inout JSONWriter) {
        let (pace, today, spent) = (view.pace, view.today, view.tally.spent)
        json.object {
            $0.field("start", min(view.planned, view.occasion.day.adding(days: -1)))
            $0.field("day", view.occasion.day)
            $0.field("today", today)
            $0.field("limit", view.tally.limit)
            $0.field("planned", view.tally.planned)
            $0.field("spent", spent)
            $0.field("expected", pace?.expected(by: today))
            $0.field("ahead", pace?.ahead(spent: spent, by: today))
            $0.field("forecast", pace?.forecast(spent: spent, by: today))
        }
    }
}

/// What to put aside for the occasions that come, each planned from the day it was planned on.
struct SavingsAnswer: JSONValue {
    struct Goal: JSONValue {
        let occasion: Occasion
        let plan: SavingPlan
        let today: Day

        func write(to json: inout JSONWriter) {
            json.object {
                $0.field("occasion", occasion.id)
                $0.field("name", occasion.name)
                $0.field("day", plan.due)
                $0.field("decided", plan.decided)
                $0.field("goal", plan.goal)
                $0.field("monthly", plan.monthly(on: today))
                $0.field("saved", plan.saved(by: today))
            }
        }
    }

    struct MonthlySum: JSONValue {
        let sum: SavingSchedule.Sum

        func write(to json: inout JSONWriter) {
            json.object {
                $0.field("month", sum.month.description)
                $0.field("amount", sum.amount)
            }
        }
    }

    let goals: [Goal]
    let months: [SavingSchedule.Sum]

    /// The goal is the limit, or what the viewer may see planned where there is none.
    init(coming: [OccasionView]) {
        let plans = coming.map { view in
            SavingPlan(goal: view.tally.limit ?? view.tally.planned, decided: view.planned, due: view.occasion.day)
        }
        goals = zip(coming, plans).map { view, plan in Goal(occasion: view.occasion, plan: plan, today: view.today) }
        months = coming.first.map { SavingSchedule(plans).months(from: $0.today) } ?? []
    }

    func write(to json: inout JSONWriter) {
        json.object {
            $0.field("goals", goals)
            $0.field("months", months.map(MonthlySum.init))
        }
    }
}

struct ThresholdAnswer: JSONValue {
    private let thresholds: Thresholds

    init(_ thresholds: Thresholds) { self.thresholds = thresholds }

    func write(to json: inout JSONWriter) {
        json.object {
            $0.field("household", thresholds.household)
            $0.field("mine", thresholds.mine)
        }
    }
}
