import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a file server misbehaves at a request. */
export type Fault = 'none' | 'cut off' | 'no ranges' | 'unavailable';

/** A loopback server with one file, which gives parts of it as RFC 9110 says, and breaks off on request. */
export class FileServer {
  readonly requests: IncomingHttpHeaders[] = [];
  /** Waited for before a connection is broken: until what was sent has arrived where it should. */
  beforeCut: () => Promise<unknown> = () => Promise.resolve();
  #server: Server | undefined;

  /** @param faults of the first requests, in order; the others are answered well */
  constructor(
    public body: Buffer,
    private readonly faults: Fault[] = [],
    public etag = '"v1"',
  ) {}

  /** @returns the file's address */
  async start(): Promise<string> {
    this.#server = createServer((request, response) => {
      this.requests.push(request.headers);
      this.#answer(request.headers, response, this.faults.shift() ?? 'none');
    });
    await new Promise<void>((resolve) => this.#server?.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/corpus.zip`;
  }

  stop(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
  }

  #answer({ range, 'if-range': known }: IncomingHttpHeaders, response: ServerResponse, fault: Fault): void {
    if (fault === 'unavailable') {
      response.writeHead(503).end();
      return;
    }
    const asked = /^bytes=(\d+)-$/.exec(range ?? '')?.[1];
    const partly = asked !== undefined && known === this.etag && fault !== 'no ranges';
    const body = partly ? this.body.subarray(Number(asked)) : this.body;
    response.writeHead(partly ? 206 : 200, { etag: this.etag, 'content-length': body.length });
    if (fault !== 'cut off') response.end(body);
    else
      response.write(body.subarray(0, body.length >> 1), () => {
        void this.beforeCut().finally(() => response.destroy());
      });
  }
}
