package io.paladio.carbon.dataframe

import com.fasterxml.jackson.databind.ObjectMapper
import java.io.File
import java.lang.ProcessBuilder.Redirect
import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit
import scala.annotation.tailrec
import scala.concurrent.duration.{Deadline, DurationInt}
import scala.jdk.CollectionConverters._

/** The embedded platform in a JVM of its own: its class path and Spark's do not go together. It ends with its standard input. */
final class PlatformProcess private (process: Process, facts: PlatformProcess.Facts) extends AutoCloseable {

  /** What an application under this person's token is configured with. */
  def configurationOf(person: String): Map[String, String] =
    facts.configuration + ("spark.carbon.identity.token-file" -> facts.tokenFiles(person))

  override def close(): Unit = {
    process.getOutputStream.close()
    if (!process.waitFor(20, TimeUnit.SECONDS)) process.destroyForcibly()
  }
}

object PlatformProcess {
  private final case class Facts(configuration: Map[String, String], tokenFiles: Map[String, String])

  def start(): PlatformProcess = {
    val folder = Files.createTempDirectory(Files.createDirectories(Path.of(property("carbon.work"))), "run")
    val libraries = Files.readString(Path.of(property("carbon.platform.class-path-file"))).strip
    val classPath = property("carbon.platform.class-path") + File.pathSeparator + libraries
    val process = new ProcessBuilder(
      Path.of(System.getProperty("java.home"), "bin", "java").toString,
      "-Xmx512m",
      "-XX:TieredStopAtLevel=1",
      "-cp",
      classPath,
      "io.paladio.carbon.platform.StandalonePlatform",
      folder.toString
    ).redirectErrorStream(true).redirectOutput(Redirect.to(folder.resolve("platform.log").toFile)).start()
    await(process, folder, 4.minutes.fromNow)
    new PlatformProcess(process, read(folder.resolve("platform.json")))
  }

  @tailrec
  private def await(process: Process, folder: Path, deadline: Deadline): Unit =
    if (!Files.exists(folder.resolve("platform.json"))) {
      if (process.waitFor(100, TimeUnit.MILLISECONDS) || deadline.isOverdue()) {
        process.destroyForcibly()
        throw new IllegalStateException("no platform:\n" + Files.readString(folder.resolve("platform.log")))
      }
      await(process, folder, deadline)
    }

  private def read(file: Path): Facts = {
    val root = new ObjectMapper().readTree(file.toFile)
    def texts(field: String) = root.get(field).properties().asScala.map(entry => entry.getKey -> entry.getValue.asText).toMap
    Facts(texts("configuration"), texts("token-files"))
  }

  private def property(name: String): String =
    Option(System.getProperty(name)).getOrElse(throw new IllegalStateException(s"the build sets no $name"))
}
