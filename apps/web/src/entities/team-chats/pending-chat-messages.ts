/** Messages on their way to the server, outside React: leaving the chat loses none. A reload does. */
import { useSyncExternalStore } from 'react';
import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { newKey } from '../../lib/new-key.ts';
import { addMessage } from './team-chats.live.ts';

export interface PendingChatMessage {
  /** Sent twice with the same key, it is still one message. */
  key: string;
  chatId: number;
  text: string;
  at: string;
  state: 'sending' | 'failed';
}

let all: readonly PendingChatMessage[] = [];
const none: readonly PendingChatMessage[] = [];
const byChat = new Map<number, readonly PendingChatMessage[]>();
const listeners = new Set<() => void>();

function store(next: readonly PendingChatMessage[], chatId: number): void {
  all = next;
  byChat.set(
    chatId,
    all.filter((message) => message.chatId === chatId),
  );
  for (const listener of listeners) listener();
}
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const usePendingChatMessages = (chatId: number): readonly PendingChatMessage[] =>
  useSyncExternalStore(subscribe, () => byChat.get(chatId) ?? none);

export function sendChatMessage(client: QueryClient, chatId: number, text: string): void {
  const message: PendingChatMessage = {
    key: newKey(),
    chatId,
    text,
    at: new Date().toISOString(),
    state: 'sending',
  };
  store([...all, message], chatId);
  void deliver(client, message);
}

export function retryChatMessage(client: QueryClient, message: PendingChatMessage): void {
  setState(message, 'sending');
  void deliver(client, message);
}

const setState = ({ key, chatId }: PendingChatMessage, state: PendingChatMessage['state']) =>
  store(
    all.map((other) => (other.key === key ? { ...other, state } : other)),
    chatId,
  );

/** A failure is shown at the message only: the specification asks for no toast. */
async function deliver(client: QueryClient, message: PendingChatMessage): Promise<void> {
  const { key, chatId, text } = message;
  try {
    addMessage(client, await api.teamChats.send({ params: { id: chatId }, body: { message: text, clientKey: key } }));
    store(
      all.filter((other) => other.key !== key),
      chatId,
    );
  } catch {
    setState(message, 'failed');
  }
}

/** For tests: forgets everything. */
export function clearPendingChatMessages(): void {
  all = [];
  byChat.clear();
}
