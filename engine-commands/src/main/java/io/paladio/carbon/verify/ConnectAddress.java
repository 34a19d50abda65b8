package io.paladio.carbon.verify;

import io.paladio.carbon.command.Impossible;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/** Where an engine listens: {@code sc://host:port}, with parameters of Spark Connect where there are any. Immutable. */
final class ConnectAddress {
    private static final int PORT = 15002;
    private static final int TIMEOUT_MILLIS = 10_000;
    private static final String SCHEME = "sc";

    private final String text;
    private final URI address;

    private ConnectAddress(String text, URI address) {
        this.text = text;
        this.address = address;
    }

    static ConnectAddress parse(String text) throws Impossible {
        try {
            URI address = new URI(text);
            if (SCHEME.equals(address.getScheme()) && address.getHost() != null) {
                if (text.toLowerCase(Locale.ROOT).contains(";token=")) {
                    throw new Impossible("--connect holds a token. Tokens stand in files: --principal-token FILE.");
                }
                return new ConnectAddress(text, address);
            }
        } catch (URISyntaxException fault) {
            throw noAddress();
        }
        throw noAddress();
    }

    private static Impossible noAddress() {
        return new Impossible("--connect is no address. Write sc://host:port.");
    }

    /** Ends normally where something listens: Spark's client would try for minutes. */
    void requireReachable() throws Impossible {
        int port = address.getPort() < 0 ? PORT : address.getPort();
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address.getHost(), port), TIMEOUT_MILLIS);
        } catch (IOException refused) {
            throw new Impossible("Nothing listens at the address of --connect. Start the engine, or correct it.");
        }
    }

    /** The address under which Spark's client acts as whom the token names. */
    String as(Bearer bearer) {
        String path = address.getRawPath() == null ? "" : address.getRawPath();
        String parameters = path.isEmpty() ? "/;" : path.endsWith(";") ? "" : ";";
        return text + parameters + "token=" + bearer.text();
    }
}
