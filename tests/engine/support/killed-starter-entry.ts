// A supervisor that is killed after the server's process exists and before it may become the server.
import { createHome } from '../../../engine/home.js';
import { startServer } from '../../../engine/server-process.js';

const { home, executable, port } = JSON.parse(process.argv[2] ?? '') as {
  home: string;
  executable: string;
  port: number;
};
await startServer(createHome(home), { executable, port }, (server) => {
  process.stdout.write(`${JSON.stringify({ pid: server.pid })}\n`);
  process.kill(process.pid, 'SIGKILL');
});
