import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { contractLines } from './contract-lines.ts';

const SERVER = 'http://127.0.0.1:3000';
const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** Two pages: the light sign-in page, and the app behind it. */
export default defineConfig({
  root: here('.'),
  plugins: [react(), signInInDev(), contractLines()],
  build: {
    target: 'es2023',
    manifest: true,
    // Found by those who have the files, and not offered to everyone's browser.
    sourcemap: 'hidden',
    // The content security policy allows no data: scripts or images of our own making.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { app: here('index.html'), 'sign-in': here('sign-in.html') },
      output: {
        codeSplitting: {
          // What changes with the year, not with the release, keeps its name and stays in people's browsers.
          // The setting that zod reads while schemas are made lies beside it: wherever schemas end up, it runs first.
          groups: [
            { name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/ },
            {
              name: 'platform',
              test: /lib[\\/]no-eval\.ts$|node_modules[\\/](?:@mantine|@floating-ui|@tanstack[\\/](?:react-query|query-core|react-router|router-core|history)|zod|(?:socket|engine)\.io[^\\/]*)[\\/]/,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: {
      '/api': SERVER,
      '/media': SERVER,
      '/public': SERVER,
      '/health': SERVER,
      '/docs': SERVER,
      '/socket.io': { target: SERVER, ws: true },
    },
  },
});

/** In development the server does not choose the page, so /login is turned into its file here. */
function signInInDev(): Plugin {
  return {
    name: 'balcao-sign-in-page',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((request, _answer, next) => {
        if (request.url && /^\/login\/?(?:\?|$)/.test(request.url))
          request.url = request.url.replace(/^\/login\/?/, '/sign-in.html');
        next();
      });
    },
  };
}
