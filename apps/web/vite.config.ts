import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { contractRoutes } from './contract-routes.ts';

const SERVER = 'http://127.0.0.1:3000';
const resolvePath = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** Two pages: the light sign-in page, and the app behind it. */
export default defineConfig({
  root: resolvePath('.'),
  plugins: [react(), signInInDev(), contractRoutes()],
  build: {
    target: 'es2023',
    manifest: true,
    // Found by those who have the files, and not offered to everyone's browser.
    sourcemap: 'hidden',
    // The content security policy allows no data: scripts or images of our own making.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { app: resolvePath('index.html'), 'sign-in': resolvePath('sign-in.html') },
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
