import { afterEach, expect, it } from 'vitest';
import { sockets } from '../testing/socket.ts';
import { openSocket } from './socket.ts';

let close = () => {};
afterEach(() => close());

it('the page reconnects after the time that a stopping server asks for [F-A9]', () => {
  close = openSocket(7);
  const opened = sockets.at(-1)!;
  opened.trigger('connect');
  const usualMs = opened.reconnectionMs;
  opened.trigger('restarting', 2_700);
  opened.trigger('disconnect', 'transport close');
  expect(opened.reconnectionMs).toBe(2_700);
  opened.trigger('connect');
  expect(opened.reconnectionMs).toBe(usualMs);
});
