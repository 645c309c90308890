import GeoMap
import GeoServer
import GeoWire
import HTTPTypes
import NIOCore

/// Answers what must be drawn, on the event loop of its connection.
struct MapResponder: Sendable {
  let service: MapService
  let responder: HTTPResponder

  /// What the connection's event loop has. Only to be asked for there.
  var loop: HTTPLoop { responder.loop.value }

  /// A tile; one that must be drawn is drawn on another thread, as the loop has others to answer.
  func tile(_ call: HTTPCall) async -> HTTPReply {
    switch service.tile(call) {
    case .known(let reply): return reply
    case .drawn(let request):
      let tiles = service.tiles
      let tile = await drawn(tiles.tileLine) { deadline -> Result<MapTiles.Tile, MapTiles.Failure> in
        do throws(MapTiles.Failure) { return .success(try tiles.draw(request, until: deadline)) } catch {
          return .failure(error)
        }
      }
      return service.reply(tile ?? .failure(.busy), call, loop, as: request.format)
    }
  }

  /// Has something drawn on another thread; nil when as much is drawn and waits for it as may, when its turn did not come in time, or when
  /// the client has gone.
  ///
  /// - Parameters:
  ///   - line: where it waits; nil, the default, for what shows something that a client made.
  ///   - draw: is told when it must be done.
  func drawn<Drawing: Sendable>(
    _ line: DrawingLine? = nil, _ draw: @escaping @Sendable (ContinuousClock.Instant) async -> Drawing
  ) async -> Drawing? {
    let line = line ?? service.tiles.pictureLine
    do throws(MapTiles.Failure) { try line.enter() } catch { return nil }
    defer { line.leave() }
    let deadline = DrawingThreads.deadline(loop.state.server.options)
    let task = Task.detached(executorPreference: line.threads) {
      ContinuousClock.now < deadline && !Task.isCancelled ? await draw(deadline) : nil
    }
    return await responder.account.picture(of: task)
  }

  /// A picture, which is drawn on another thread, with what was sent in it.
  func picture(_ call: HTTPCall, _ form: PictureJob.Form, _ body: consuming ByteBuffer?) async -> HTTPReply {
    do throws(WireError) {
      let (job, budget) = (try service.picture(call, form, loop, body: body), loop.state.server.budget)
      let held = job.request.heldBytes
      guard budget.reserve(held) else { return .problem(.noMemory) }
      defer { budget.release(held) }
      let reply = await drawn { deadline -> Result<HTTPReply, any Error> in
        do { return .success(try await job.run(until: deadline)) } catch { return .failure(error) }
      }
      return service.pictureReply(reply ?? .failure(MapTiles.Failure.busy), call, loop)
    } catch { return .problem(error) }
  }
}
