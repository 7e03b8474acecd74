import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A port before the model server that can be shut, as an outage looks from the client's side, and opened again. */
export class Gate {
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;

  private constructor(private readonly behind: number) {}

  /** @param behind the port of the model server */
  static async open(behind: number): Promise<Gate> {
    const gate = new Gate(behind);
    await gate.open();
    return gate;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.#port}/v1`;
  }

  /** Listens, on the same port as before. */
  async open(): Promise<void> {
    await this.#listen(createServer((client) => this.#join(client)));
  }

  /** Answers everything with a page, as a provider's front does whose models are away. */
  async openPage(): Promise<void> {
    const pages = createHttpServer((request, response) => {
      request.resume();
      response.writeHead(200, { 'content-type': 'text/html', connection: 'close' });
      response.end('<html><body>We are back soon</body></html>');
    });
    pages.on('connection', (client: Socket) => this.#know(client));
    await this.#listen(pages);
  }

  #join(client: Socket): void {
    const model = connect(this.behind, '127.0.0.1');
    for (const [from, to] of [
      [client, model],
      [model, client],
    ] as const) {
      this.#know(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.once('close', () => to.destroy());
    }
  }

  #know(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
  }

  async #listen(server: Server): Promise<void> {
    await new Promise<void>((ready, fail) => {
      server.once('error', fail);
      server.listen(this.#port, '127.0.0.1', ready);
    });
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  /** Ends every connection; further ones are refused. */
  async shut(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined) return;
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}
