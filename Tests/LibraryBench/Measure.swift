import Glibc
import MusicLibrary
import PlayerCore

func milliseconds(_ body: () async throws -> Void) async rethrows -> Double {
  let duration = try await ContinuousClock().measure { try await body() }.components
  return Double(duration.seconds) * 1000 + Double(duration.attoseconds) / 1e15
}

/// The processor's time, which other programs don't lengthen.
func processorMilliseconds(_ body: () -> Void) -> Double {
  func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1e6
  }
  let start = now()
  body()
  return now() - start
}

func put(_ name: String, _ value: Double) { print("\(name) \((value * 100).rounded() / 100)") }

/// The value that `part` of all are not above.
func quantile(_ values: [Double], _ part: Double) -> Double {
  let sorted = values.sorted()
  return sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
}

/// `measure DATABASE QUERY…`: what a library answers. Prints one `name value` a line, milliseconds. Each number of an
/// opening is of a connection of its own.
func measure(_ place: LibraryPlace, _ queries: [String]) async throws {
  var slowest = 0.0
  for order in TrackOrder.allCases {
    for descending in [false, true] {
      let time = try await milliseconds {
        let lists = try LibraryLists(place)
        _ = try await lists.tracks(lists.trackIDs(order: order, descending: descending, limit: 100))
      }
      put("open.tracks.\(order.rawValue)\(descending ? ".descending" : "")", time)
      slowest = max(slowest, time)
    }
  }
  for order in AlbumOrder.allCases {
    let time = try await milliseconds {
      let lists = try LibraryLists(place)
      _ = try await lists.albums(lists.albumIDs(order: order, limit: 100))
    }
    put("open.albums.\(order.rawValue)", time)
    slowest = max(slowest, time)
  }
  let artists = try await milliseconds {
    let lists = try LibraryLists(place)
    _ = try await lists.artists(lists.artistIDs(limit: 100))
  }
  put("open.artists", artists)
  slowest = max(slowest, artists)
  for kind in ShelfKind.allCases {
    let time = try await milliseconds {
      let lists = try LibraryLists(place)
      _ = try await lists.shelves(kind)
    }
    put("open.\(kind)", time)
    slowest = max(slowest, time)
  }
  put("open.slowest", slowest)

  let lists = try LibraryLists(place)
  for order in TrackOrder.allCases {
    put("ids.tracks.\(order.rawValue)", try await milliseconds { _ = try await lists.trackIDs(order: order) })
  }

  let rock = SmartRule.all([
    .test(.genre, .equals("rock")), .test(.year, .number(.atLeast, 1990)), .test(.title, .contains("river")),
  ])
  for (name, smart) in [
    ("rules", SmartPlaylist(rule: rock, order: [.init(.artist)])),
    ("random", SmartPlaylist(rule: .all([]), order: [.init(.random)], limit: .tracks(100))),
    ("longest", SmartPlaylist(rule: .test(.playCount, .number(.equal, 0)), order: [.init(.duration)])),
  ] {
    put("smart.\(name)", try await milliseconds { _ = try await lists.tracks(matching: smart) })
  }

  var search = LibrarySearch()
  put("search.load", try await milliseconds { search = try await lists.search() })
  put("search.bytes", Double(search.byteCount))
  var times: [Double] = []
  var processorTimes: [Double] = []
  var found = 0
  for text in queries {
    var processorTime = 0.0
    let time = await milliseconds {
      processorTime = processorMilliseconds {
        found += search.results(for: SearchQuery(text))?.trackCount ?? 0
      }
    }
    times.append(time)
    processorTimes.append(processorTime)
  }
  put("search.queries", Double(times.count))
  put("search.found", Double(found))
  put("search.p50", quantile(times, 0.5))
  put("search.p99", quantile(times, 0.99))
  put("search.processor.p50", quantile(processorTimes, 0.5))
  put("search.processor.p99", quantile(processorTimes, 0.99))
  put("search.slowest", times.max() ?? 0)
}
