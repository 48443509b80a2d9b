import Foundation
import Household
import Store

/// What the pages ask most, through the functions of the store that they ask with.
enum HotQuestion: String, CaseIterable, Sendable {
    case entrance, occasions, occasion, budgetOfEverybody, budgetByCategory, budgetOfAPastDay, householdBudget, entriesOfACategory
    case giftList, giftsOfOnePerson, giftsToBuy, giftMemory, logistics, ledger, settlement
    case calendarMonth, notices, unreadNotices, scans, members, recipients

    func ask(_ store: Store, of home: Home) async throws {
        let occasion = home.occasion, caller = home.caller, today = Zone.utc.day(at: .now)
        switch self {
        case .entrance: _ = try await store.entrance(as: caller)
        case .occasions: _ = try await store.occasions(as: caller)
        case .occasion: _ = try await store.occasion(occasion, as: caller)
        case .budgetOfEverybody: _ = try await store.recipients(on: occasion, as: caller)
        case .budgetByCategory: _ = try await store.giftCategories(on: occasion, as: caller)
        case .budgetOfAPastDay: _ = try await store.budget(of: occasion, asOf: today.adding(days: -20), as: caller)
        case .householdBudget: _ = try await store.categories(in: nil, as: caller)
        case .entriesOfACategory: _ = try await store.entries(of: home.category, in: nil, as: caller)
        case .giftList: _ = try await store.gifts(on: occasion, for: nil, as: caller)
        case .giftsOfOnePerson: _ = try await store.gifts(on: occasion, for: home.recipient, as: caller)
        case .giftsToBuy: _ = try await store.giftsToBuy(limit: 100, as: caller)
        case .giftMemory: _ = try await store.giftMemory(of: home.recipient, besides: occasion, as: caller)
        case .logistics: _ = try await store.logistics(for: home.recipient, on: occasion, as: caller)
        case .ledger: _ = try await store.ledger(of: occasion, after: nil, limit: 5000, as: caller)
        case .settlement: _ = try await store.settlement(of: occasion, as: caller)
        case .calendarMonth: _ = try await store.events(from: today, to: today.adding(days: 31), as: caller)
        case .notices: _ = try await store.notices(limit: 100, unreadOnly: false, as: caller)
        case .unreadNotices: _ = try await store.notices(limit: 3, unreadOnly: true, as: caller)
        case .scans: _ = try await store.scans(limit: 20, as: caller)
        case .members: _ = try await store.members(as: caller)
        case .recipients: _ = try await store.recipients(as: caller)
        }
    }
}
