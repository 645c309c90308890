import GeoMap
import GeoModel
import GeoTestKit
import Testing

@Suite("Clusters, collisions, priorities")
struct ClusterFacts {
  @Test("34: without an identifier nothing clusters, and two identifiers never cluster together")
  func identifiers() throws {
    let stage = try Stage()
    stage.recorder.view = { _, annotation in
      guard !(annotation is ClusterAnnotation), let title = annotation.title else { return nil }
      let view = square(nil)
      view.clusteringIdentifier = ["A", "B"].contains(title) ? "ab" : ["C", "D"].contains(title) ? "cd" : nil
      return view
    }
    for title in ["A", "B", "C", "D", "E", "F"] { stage.add(title, 400, 300) }
    stage.map.layout()
    #expect(stage.clusters == [["A", "B"], ["C", "D"]] && stage.letters == ["E", "F"])
  }

  @Test("35: two views whose frames meet are one cluster; zoomed in until they do not meet, two views")
  func pair() throws {
    for (distance, together) in [(0.0, true), (19.9, true), (20.1, false), (60, false)] {
      for step in [
        ScreenPoint(x: distance, y: 0), ScreenPoint(x: 0, y: distance), ScreenPoint(x: distance, y: distance),
      ] {
        let stage = try Stage()
        stage.clusterAll()
        stage.add("A", 400, 300)
        stage.add("B", 400 + step.x, 300 + step.y)
        stage.map.layout()
        #expect(stage.clusters.count == (together ? 1 : 0) && stage.letters.count == (together ? 0 : 2), "\(step)")
        guard together, distance > 0 else { continue }
        let cluster = try #require(stage.map.clusterAnnotations.values.first)
        let middle = stage.map.point(for: cluster.coordinate)
        #expect(abs(middle.x - 400 - step.x / 2) < 0.2 && abs(middle.y - 300 - step.y / 2) < 0.2)
        stage.map.setCenter(cluster.coordinate, level: 17.25, animated: false)
        #expect(stage.clusters.isEmpty && stage.letters == ["A", "B"])
        stage.map.setCenter(cluster.coordinate, level: 15, animated: false)
        #expect(stage.clusters == [["A", "B"]])
      }
    }
  }

  @Test(
    "36, 37: members are exactly the hidden ones, each in one cluster, never clusters; their views know their cluster")
  func members() throws {
    let stage = try Stage()
    stage.clusterAll()
    stage.add(
      """
      A B . . . . . .
      . C . . . . D .
      . . . . . . . .
      E . . . F G . .
      """, cell: 12)
    stage.map.layout()
    let members = stage.clusters
    #expect(members.allSatisfy { $0.count >= 2 } && members.contains(["F", "G"]))
    #expect(members.flatMap { $0 }.count + stage.letters.count == 7, "each once")
    #expect(Set(members.flatMap { $0 }).union(stage.letters) == ["A", "B", "C", "D", "E", "F", "G"])
    for annotation in stage.map.clusterAnnotations.values {
      #expect(annotation.memberCount == annotation.memberIDs.count)
      #expect(annotation.memberAnnotations.allSatisfy { !($0 is ClusterAnnotation) })
      #expect(annotation.subtitle == "+\(annotation.memberCount - 1) more")
      #expect(annotation.memberAnnotations.contains { $0.title == annotation.title })
    }
    #expect(stage.map.cluster(of: "F") != nil && stage.map.cluster(of: "F") == stage.map.cluster(of: "G"))
    #expect(stage.map.cluster(of: "D") == nil && stage.map.view(for: "F") == nil)
    let view = try #require(stage.map.annotationViews.first { $0.annotation is ClusterAnnotation })
    #expect(stage.map.annotation(for: view.annotationID!) is ClusterAnnotation)
  }

  @Test("36: the view of a member knows the view that stands for it")
  func clusterAnnotationView() throws {
    let stage = try Stage()
    var made: [AnnotationView] = []
    stage.recorder.view = { _, annotation in
      guard !(annotation is ClusterAnnotation) else { return nil }
      let view = square("a")
      view.clusteringIdentifier = "a"
      made.append(view)
      return view
    }
    stage.add("A", 400, 300)
    stage.add("B", 402, 300)
    stage.map.layout()
    #expect(made.count == 2 && made.allSatisfy { !$0.isShown && $0.cluster != nil })
    #expect(made[0].clusterAnnotationView === stage.map.annotationViews.first)
  }

  @Test("38: a cluster annotation of the delegate has the same members, else it is refused")
  func ownAnnotation() throws {
    let stage = try Stage()
    stage.clusterAll()
    stage.recorder.cluster = { members in
      let own = ClusterAnnotation(members: members)
      own.title = "pair"
      return own
    }
    stage.add("A", 400, 300)
    stage.add("B", 402, 300)
    stage.map.layout()
    #expect(stage.map.clusterAnnotations.values.first?.title == "pair" && stage.recorder.refused.isEmpty)
    stage.recorder.cluster = { _ in ClusterAnnotation(memberIDs: ["A", "X"]) }
    stage.add("C", 401, 301)
    stage.map.layout()
    #expect(stage.recorder.refused == [.foreignClusterMembers])
    #expect(stage.clusters == [["A", "B", "C"]])
    stage.recorder.cluster = { ClusterAnnotation(memberIDs: $0.ids.reversed()) }
    stage.add("D", 401, 301)
    stage.map.layout()
    #expect(stage.recorder.refused.count == 1 && stage.clusters == [["A", "B", "C", "D"]])
  }

  @Test("39: the user's location and selected views never cluster")
  func selected() throws {
    let stage = try Stage()
    stage.clusterAll()
    stage.map.showsUserLocation = true
    stage.map.updateUserLocation(.init(coordinate: stage.at(400, 300)))
    stage.add("A", 400, 300)
    stage.map.layout()
    #expect(stage.letters.contains("A") && stage.map.view(for: .userLocation) != nil)
    stage.map.selectAnnotation("A", animated: false)
    stage.add("B", 400, 300)
    stage.add("C", 400, 300)
    stage.map.layout()
    #expect(stage.clusters == [["B", "C"]] && stage.letters.contains("A"))
    stage.map.deselectAnnotation("A", animated: false)
    stage.map.layout()
    #expect(stage.clusters == [["A", "B", "C"]])
  }

  @Test("40: required is never hidden; of two that collide the lower one is, of equals the one farther from the middle")
  func priorities() throws {
    let stage = try Stage()
    var priorities: [String: DisplayPriority] = [:]
    stage.recorder.view = { _, annotation in
      let view = square(nil)
      view.displayPriority = priorities[annotation.title ?? ""] ?? .required
      return view
    }
    priorities = [
      "low": .defaultLow, "high": .defaultHigh, "near": .defaultLow, "far": .defaultLow, "under": .defaultHigh,
    ]
    stage.add("low", 100, 100)
    stage.add("high", 110, 110)
    stage.add("near", 420, 300)
    stage.add("far", 435, 300)
    stage.add("must", 600, 500)
    stage.add("also", 605, 500)
    stage.add("under", 590, 500)
    stage.map.layout()
    #expect(stage.letters == ["high", "near", "must", "also"])
    stage.map.setCenter(stage.at(800, 300), animated: false)
    #expect(stage.letters.contains("far") && !stage.letters.contains("near"))
    stage.map.removeAnnotation("far")
    stage.map.layout()
    #expect(stage.letters.contains("near"), "what hid it is gone")
  }

  @Test("41: circle compares circles of the frame's width, none never collides")
  func modes() throws {
    for (mode, other, hides) in [
      (CollisionMode.rectangle, CollisionMode.rectangle, true), (.circle, .circle, false), (.circle, .rectangle, false),
      (.none, .rectangle, false),
    ] {
      let stage = try Stage()
      stage.recorder.view = { _, annotation in
        let view = square(nil)
        view.displayPriority = annotation.title == "A" ? .defaultHigh : .defaultLow
        view.collisionMode = annotation.title == "A" ? mode : other
        return view
      }
      stage.add("A", 400, 300)
      stage.add("B", 418, 318)
      stage.map.layout()
      #expect(stage.letters.count == (hides ? 1 : 2), "\(mode)")
    }
  }

  @Test("42: panning does not change which annotations are together")
  func noFlicker() throws {
    var generator = SeededGenerator(seed: 42)
    let stage = try Stage(level: 12)
    stage.clusterAll()
    for number in 0..<600 {
      stage.add(
        "\(number)", Double.random(in: -800...1_600, using: &generator),
        Double.random(in: -600...1_200, using: &generator))
    }
    stage.map.layout()
    var together: [String: Set<String>] = [:]
    let targets = (0..<60).map { _ in
      stage.at(Double.random(in: -700...1_500, using: &generator), Double.random(in: -500...1_100, using: &generator))
    }
    for target in targets {
      stage.map.setCenter(target, animated: false)
      for cluster in stage.clusters {
        for member in cluster {
          #expect(together[member] == nil || together[member] == cluster, "\(member)")
          together[member] = cluster
        }
      }
      for letter in stage.letters {
        #expect(together[letter] == nil || together[letter] == [letter])
        together[letter] = [letter]
      }
    }
    #expect(together.count > 300 && together.values.contains { $0.count > 2 })
  }

  @Test("43: in front is the higher z priority, the selected one first, else the one farther south")
  func depth() throws {
    let stage = try Stage()
    for (title, y) in [("north", 300.0), ("south", 306), ("raised", 290), ("chosen", 280)] { stage.add(title, 400, y) }
    stage.map.layout()
    stage.map.view(for: "raised")?.zPriority = ZPriority(rawValue: 600)
    stage.map.selectAnnotation("chosen", animated: false)
    #expect(stage.map.annotationViews.compactMap { $0.annotation?.title } == ["north", "south", "raised", "chosen"])
    #expect(stage.map.annotationView(at: ScreenPoint(x: 400, y: 270))?.annotation?.title == "chosen")
  }

  @Test("a view whose priority was set to required by hand does not cluster")
  func explicitlyRequired() throws {
    let stage = try Stage()
    stage.recorder.view = { _, annotation in
      let view = square(nil)
      view.clusteringIdentifier = "a"
      if annotation.title == "A" { view.displayPriority = .required }
      return view
    }
    stage.add("A", 400, 300)
    stage.add("B", 400, 300)
    stage.map.layout()
    #expect(stage.clusters.isEmpty && stage.letters == ["A", "B"])
  }
}
