import GeoMap
import GeoServer
import GeoWire
import HTTPTypes
import NIOCore

/// Answers requests that need drawing, on the event loop of their connection.
struct MapResponder: Sendable {
  let service: MapService
  let responder: HTTPResponder

  /// The state of the connection's event loop. Use it only there.
  var loop: HTTPLoop { responder.loop.value }

  /// Answers with a tile. A tile that must be drawn is drawn on another thread, because the loop has other requests to
  /// answer.
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

  /// Draws on another thread. Nil if too many drawings are already waiting, if its turn did not come in time, or if the
  /// client has gone.
  ///
  /// - Parameters:
  ///   - line: the queue; nil, the default, for a drawing with content made by clients.
  ///   - draw: draws, given the deadline.
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

  /// Answers with a picture of the request and its body, drawn on another thread.
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
