/** What every bubble may need of the thread it stands in. One object a thread, so that no bubble is drawn because of it. */
import type { Message } from '@balcao/contract/endpoints/messages';
import { createContext, useContext } from 'react';

export interface InThread {
  ticketId: number;
  isGroup: boolean;
  /** What the server answered to an act of ours. */
  saveMessages(...messages: Message[]): void;
  jumpTo(messageId: number): void;
  openGallery(messageId: number): void;
  confirmRemoval(message: Message): void;
}
export const ThreadContext = createContext<InThread | null>(null);

export function useInThread(): InThread {
  const thread = useContext(ThreadContext);
  if (!thread) throw new Error('a bubble stands in a thread');
  return thread;
}
