import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { setLanguage } from '../lib/language.tsx';
import { forgetToken } from '../lib/token.ts';
import { resetServer, startServer } from './server.ts';
import { sockets } from './socket.ts';

// The network is pretended, our own code never is.
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
  forgetToken();
  localStorage.clear();
  sessionStorage.clear();
  sockets.length = 0;
  vi.restoreAllMocks();
  vi.useRealTimers();
  expect(resetServer(), 'every call the page makes has an answer').toEqual([]);
});
