import Glibc

/// A radio station or another address that the listener keeps.
public struct Station: Sendable, Hashable, Identifiable {
  public var id: Int64
  public var name: String
  public var address: String

  public init(id: Int64, name: String, address: String) {
    self.id = id
    self.name = name
    self.address = address
  }
}

/// What was kept of an address before a change, to be put back.
public struct StationSnapshot: Sendable, Hashable {
  public var address: String
  /// `nil`: it was not kept.
  public var station: Station?

  public init(address: String, station: Station?) {
    self.address = address
    self.station = station
  }
}

extension ListenerStore {
  /// In the order in which they were kept first.
  static func stations(_ database: Database) throws(DatabaseError) -> [Station] {
    let select = try database.statement("SELECT id, name, address FROM stations ORDER BY id")
    var stations: [Station] = []
    while try select.step() {
      stations.append(
        Station(id: select.int64(0) ?? 0, name: select.text(1) ?? "", address: select.text(2) ?? ""))
    }
    return stations
  }

  func station(at address: String) throws(DatabaseError) -> Station? {
    let select = try database.statement("SELECT id, name FROM stations WHERE address = ?")
    select.bind(1, address)
    defer { select.reset() }
    guard try select.step(), let id = select.int64(0) else { return nil }
    return Station(id: id, name: select.text(1) ?? "", address: address)
  }

  /// Keeps an address; one that is kept gets this name and stays in its place.
  func keepStation(at address: String, _ name: String) throws(DatabaseError) {
    let insert = try database.statement(
      """
      INSERT INTO stations (address, name) VALUES (?, ?)
      ON CONFLICT (address) DO UPDATE SET name = excluded.name
      """)
    insert.bind(1, address)
    insert.bind(2, name)
    try insert.run()
  }

  func removeStation(at address: String) throws(DatabaseError) {
    let delete = try database.statement("DELETE FROM stations WHERE address = ?")
    delete.bind(1, address)
    try delete.run()
  }

  func putBack(_ snapshot: StationSnapshot) throws(DatabaseError) {
    try removeStation(at: snapshot.address)
    guard let station = snapshot.station else { return }
    let insert = try database.statement("INSERT INTO stations (id, address, name) VALUES (?, ?, ?)")
    insert.bind(1, station.id)
    insert.bind(2, station.address)
    insert.bind(3, station.name)
    try insert.run()
  }
}

extension Library {
  /// Keeps a station's address under a name, which may be another than it has now.
  public func keepStation(at address: String, _ name: String) throws(LibraryError) -> StationSnapshot {
    try changingStation(at: address) { listener throws(DatabaseError) in
      try listener.keepStation(at: address, name)
    }
  }

  public func removeStation(at address: String) throws(LibraryError) -> StationSnapshot {
    try changingStation(at: address) { listener throws(DatabaseError) in
      try listener.removeStation(at: address)
    }
  }

  /// Takes back a change of a station.
  public func putBack(_ snapshot: StationSnapshot) throws(LibraryError) {
    _ = try changingStation(at: snapshot.address) { listener throws(DatabaseError) in
      try listener.putBack(snapshot)
    }
  }

  private func changingStation(
    at address: String, _ change: (ListenerStore) throws(DatabaseError) -> Void
  ) throws(LibraryError) -> StationSnapshot {
    do throws(DatabaseError) {
      return try listener.database.transaction { () throws(DatabaseError) in
        let before = StationSnapshot(address: address, station: try listener.station(at: address))
        try change(listener)
        return before
      }
    } catch {
      throw LibraryError(error)
    }
  }
}

extension LibraryLists {
  /// The stations that the listener keeps, in the order in which they were kept first.
  public func stations() throws(LibraryError) -> [Station] {
    guard access(place.listener.cString, F_OK) == 0 else { return [] }
    do throws(DatabaseError) {
      return try ListenerStore.stations(try Database(place.listener, .reading))
    } catch {
      throw LibraryError(error)
    }
  }
}
