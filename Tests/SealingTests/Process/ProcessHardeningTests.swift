import Csodium
import Glibc
import Sealing
import Testing

@Suite struct ProcessHardeningTests {
  @Test func `the process can neither be dumped nor its memory read`() async throws {
    // Exit tests run in a separate process.
    await #expect(processExitsWith: .success) {
      #expect(ProcessHardening.apply())
      var limit = rlimit()
      unsafe getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
      exit(limit.rlim_max == 0 && cardvault_is_dumpable() == 0 ? 0 : 1)
    }
  }
}
