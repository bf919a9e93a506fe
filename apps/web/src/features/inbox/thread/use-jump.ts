import { useEffect, useEffectEvent, useState } from 'react';
import type { ThreadStore } from '../../../entities/messages/thread-store.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { useToast } from '../../../ui/index.ts';
import type { ConversationState } from '../conversation/conversation-state.tsx';
import type { Row } from './rows.ts';
import { threadTexts } from './thread.texts.ts';
import type { Rows } from './use-scroll.ts';

const FLASH_MS = 1700;

export interface Flash {
  messageId: number;
  nonce: number;
}

interface JumpContext {
  rows: readonly Row[];
  virtual: Rows;
  store: ThreadStore;
  isReady: boolean;
  leaveEnd(): void;
}

/** Scrolls to the target message, loading its surroundings if needed, and highlights it for a moment. */
export function useJump(
  target: ConversationState['target'],
  { rows, virtual, store, isReady, leaveEnd }: JumpContext,
): Flash | null {
  const t = useTexts(threadTexts);
  const toast = useToast();
  const [pendingFlash, setPendingFlash] = useState<Flash | null>(null);
  const [flash, setFlash] = useState<Flash | null>(null);

  const loadTarget = useEffectEvent(async ({ messageId, nonce }: Flash) => {
    if (await store.ensureLoaded(messageId)) return setPendingFlash({ messageId, nonce });
    toast.warn(t('gone'));
  });
  useEffect(() => {
    if (target && isReady) void loadTarget(target);
  }, [target, isReady]);

  // Scrolling needs the row to be rendered.
  const index =
    pendingFlash === null
      ? -1
      : rows.findIndex((row) => row.type === 'message' && row.message.id === pendingFlash.messageId);
  useEffect(() => {
    if (pendingFlash === null || index < 0) return;
    leaveEnd();
    virtual.scrollToIndex(index, { align: 'center' });
    setFlash(pendingFlash);
    setPendingFlash(null);
  }, [pendingFlash, index, virtual, leaveEnd]);
  useEffect(() => {
    if (flash === null) return;
    const end = setTimeout(() => setFlash(null), FLASH_MS);
    return () => clearTimeout(end);
  }, [flash]);
  return flash;
}
