import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { setLanguage } from '../lib/language.tsx';
import { clearToken } from '../lib/token.ts';
import { toasts } from '../ui/toast-store.ts';
import { resetServer, startServer } from './server.ts';
import { sockets } from './socket.ts';

// The first test of a file also waits until its screen is loaded, and machines may be slow.
configure({ asyncUtilTimeout: 5000 });

// Only the network is faked, never our own code.
vi.mock('socket.io-client', () => import('./socket.ts'));

beforeEach(() => {
  startServer();
  resetServer();
  setLanguage('pt');
  vi.spyOn(location, 'assign').mockImplementation(() => {});
  vi.spyOn(location, 'reload').mockImplementation(() => {});
});

afterEach(() => {
  cleanup();
  clearToken();
  toasts.closeAll();
  localStorage.clear();
  sessionStorage.clear();
  sockets.length = 0;
  vi.restoreAllMocks();
  vi.useRealTimers();
  expect(resetServer(), 'every call the page makes has an answer').toEqual([]);
});
