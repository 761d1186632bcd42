import Testing

@testable import WebApp

@Suite("This machine in a home network")
struct HomeNetworkTests {
  @Test(arguments: ["10.0.0.1", "172.16.0.1", "172.31.255.254", "192.168.178.20"])
  func `these addresses are private`(address: String) {
    #expect(HomeNetwork.isPrivate(address))
  }

  @Test(arguments: [
    "127.0.0.1", "172.15.0.1", "172.32.0.1", "192.169.0.1", "8.8.8.8", "169.254.1.1", "100.64.0.1",
    "10.0.0", "10.0.0.256", "10.0.0.1.1", "10..0.1", "", "fd00::1",
  ])
  func `these are not`(address: String) {
    #expect(!HomeNetwork.isPrivate(address))
  }

  @Test(arguments: [
    ("Kitchen", "kitchen.local"), ("kitchen.home.arpa", "kitchen.local"), ("my_pc", "mypc.local"),
    ("", "cardvault.local"), ("localhost", "cardvault.local"), ("a\nb", "ab.local"),
  ])
  func `the name is one label and local`(hostName: String, name: String) throws {
    let network = try #require(HomeNetwork(addresses: ["10.0.0.1"], hostName: hostName))
    #expect(network.localName == name)
    #expect(network.subjects == ["IP:10.0.0.1", "DNS:\(name)"])
  }

  @Test func `without an address there is no network`() {
    #expect(HomeNetwork(addresses: [], hostName: "kitchen") == nil)
  }
}
