import '@testing-library/jest-dom/vitest';
import { cleanup, configure, getConfig, prettyDOM } from '@testing-library/react';
import * as React from 'react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { loadErrorTexts } from '../lib/error-text.ts';
import { setLanguage } from '../lib/language.tsx';
import { loadSocketClient } from '../lib/socket.ts';
import { clearToken } from '../lib/token.ts';
import { loadKit } from '../ui/kit.ts';
import { toasts } from '../ui/toast-store.ts';
import { resetServer, startServer } from './server.ts';
import { sockets } from './socket.ts';

// The first test of a file also waits until its screen is loaded, and machines may be slow.
configure({ asyncUtilTimeout: 10_000, getElementError });

/** Testing Library prints the page into each error; here the repeated tries of `findBy` and `waitFor` do not. */
function getElementError(message: string | null, container: Element): Error {
  const isRepeated = Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;
  const error = new Error([message, isRepeated ? null : prettyDOM(container)].filter(Boolean).join('\n\n'));
  // By this name `waitFor` replaces the stack by that of its caller.
  error.name = 'TestingLibraryElementError';
  return error;
}

// React takes a stack trace of each element it creates, only for the text of its warnings; it cost a tenth of all CPU time.
const internals = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE') as object;
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => Infinity,
  set: () => {},
  configurable: true,
});

// As in a page that has been open for a moment.
await Promise.all([loadErrorTexts(), loadKit(), loadSocketClient()]);

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
