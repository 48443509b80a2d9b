import Foundation
import Household
import PostgreSQL
import ServiceKit
import Store
import TestSupport
import Testing

@Suite(.ownDatabase) struct ScanTests {
    @Test func `a scan whose job is dead has failed, and is read again when the job is tried again`() async throws {
        let family = try await Family("Ana")
        let ana = try family["Ana"].caller, owner = try TestDatabase.current.owner
        let scan = try await family.store.addScan(.init(.v7()), kind: .flyer, bytes: [1, 2, 3], as: ana).id
        let job: UUID = try found(try await owner.query("SELECT id FROM job").first, "a job")["id"]

        #expect(try await owner.query("SELECT bury_job(\(job), 'its process ended') AS done").first?["done"] == true)
        let failed = try await family.store.scan(scan, as: ana)
        #expect(failed.state == .failed)
        #expect(failed.stage == "failed")
        #expect(failed.problem?.hasPrefix("The text reader failed") == true)

        #expect(try await owner.query("SELECT retry_job(\(job)) AS done").first?["done"] == true)
        let again = try await family.store.scan(scan, as: ana)
        #expect(again.state == .queued)
        #expect(again.problem == nil)
    }

    @Test func `a scan that its maker has had tried again already is left alone by its dead job`() async throws {
        let family = try await Family("Ana")
        let ana = try family["Ana"].caller, owner = try TestDatabase.current.owner
        let scan = try await family.store.addScan(.init(.v7()), kind: .flyer, bytes: [1, 2, 3], as: ana).id
        let first: UUID = try found(try await owner.query("SELECT id FROM job").first, "a job")["id"]
        _ = try await owner.query("SELECT bury_job(\(first), 'its process ended')")
        _ = try await family.store.retryScan(scan, as: ana)
        #expect(try await owner.query("SELECT retry_job(\(first)) AS done").first?["done"] == false)
        #expect(try await family.store.scan(scan, as: ana).state == .queued)
    }
}
