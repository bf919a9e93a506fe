/** What bubbles need of their thread. One object per thread, so that it never causes a render. */
import type { Message } from '@balcao/contract/endpoints/messages';
import { createContext, useContext } from 'react';

export interface InThread {
  ticketId: number;
  contactId: number;
  isGroup: boolean;
  addSent(...messages: Message[]): void;
  /** Merges the reply to an action on a loaded message. */
  applyReply(message: Message): void;
  show(message: Message): void;
  jumpTo(messageId: number): void;
  openGallery(messageId: number): void;
  confirmRemoval(message: Message): void;
}
export const ThreadContext = createContext<InThread | null>(null);

export function useInThread(): InThread {
  const thread = useContext(ThreadContext);
  if (!thread) throw new Error('a bubble needs a thread around it');
  return thread;
}
