/** The document that is edited: its history, its automatic saving and what colleagues do meanwhile. */
import type { FlowDraft } from '@balcao/contract/endpoints/flows';
import type { FlowDoc } from '@balcao/domain/flow/document';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { api } from '../../../lib/api.ts';
import { useSession } from '../../../lib/session.tsx';
import { useTopic } from '../../../lib/topics.tsx';
import { createDraftSaver, type DraftSaver, type SaveState } from './draft-saver.ts';
import { endStep, record, redo, startHistory, undo, type History } from './history.ts';

export type Edit = (doc: FlowDoc) => FlowDoc;

export interface FlowDocument {
  doc: FlowDoc;
  /** Changes the document; edits in a row with the same mark are one step to undo. */
  edit: (change: Edit, mark?: string) => void;
  endStep: () => void;
  undo: () => void;
  redo: () => void;
  canUndo: boolean;
  canRedo: boolean;
  saving: SaveState;
  /** The last attempt to save failed: leaving the screen would lose the changes. */
  isSaveFailing: boolean;
  /** The draft differs from what customers use. */
  hasChanges: boolean;
  setHasChanges: (has: boolean) => void;
  /** Saves now. Returns the revision, or undefined when it was not possible. */
  saveNow: () => Promise<number | undefined>;
  /** The colleague who saved this flow last while it was open here. */
  colleague: string | null;
}

/** `hasTyped`: a panel has changes that are not in the document yet. */
export function useFlowDocument(draft: FlowDraft, hasTyped: () => boolean): FlowDocument {
  const { actor } = useSession();
  const id = draft.flow.id;
  const [history, setHistory] = useState<History<FlowDoc>>(() => startHistory(draft.doc));
  const [saving, setSaving] = useState<SaveState>({ type: 'saved' });
  const [isSaveFailing, setIsSaveFailing] = useState(false);
  const [hasChanges, setHasChanges] = useState(draft.hasChanges);
  const [colleague, setColleague] = useState<string | null>(null);
  // Only the first one counts: a refetched draft must not replace the revision that the saver knows.
  const [firstRev] = useState(draft.rev);
  const saver = useRef<DraftSaver | null>(null);
  const savedDoc = useRef(draft.doc);

  useEffect(() => {
    const created = createDraftSaver({
      rev: firstRev,
      save: (rev, doc) => api.flows.saveDraft({ params: { id }, body: { rev, doc } }),
      onState: (state) => {
        setSaving(state);
        const isFailed = state.type === 'offline' || state.type === 'failed';
        setIsSaveFailing((was) => isFailed || (was && state.type === 'saving'));
      },
      onSaved: (reply) => setHasChanges(reply.hasChanges),
    });
    saver.current = created;
    const onOnline = () => void created.flush();
    window.addEventListener('online', onOnline);
    return () => {
      window.removeEventListener('online', onOnline);
      // Leaving the screen must not lose the last second.
      if (created.hasUnsaved()) void created.flush().finally(created.stop);
      else created.stop();
    };
  }, [id, firstRev]);

  useEffect(() => {
    if (history.present === savedDoc.current) return;
    savedDoc.current = history.present;
    saver.current?.change(history.present);
  }, [history.present]);

  const warnBeforeUnload = useEffectEvent((event: BeforeUnloadEvent) => {
    if (saver.current?.hasUnsaved() || hasTyped()) event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: BeforeUnloadEvent) => warnBeforeUnload(event);
    window.addEventListener('beforeunload', listen);
    return () => window.removeEventListener('beforeunload', listen);
  }, []);

  useTopic('flowbuilder', (message) => {
    if (message.action === 'delete' && message.flowId === id) {
      saver.current?.stop();
      setSaving({ type: 'gone' });
      setIsSaveFailing(false);
    }
    if (message.action !== 'draft' || message.flowId !== id) return;
    if (message.by && message.by.id !== actor.userId) setColleague(message.by.name);
  });

  return {
    doc: history.present,
    edit: useCallback((change, mark) => setHistory((now) => record(now, change(now.present), mark ?? null)), []),
    endStep: useCallback(() => setHistory(endStep), []),
    undo: useCallback(() => setHistory(undo), []),
    redo: useCallback(() => setHistory(redo), []),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    saving,
    isSaveFailing,
    hasChanges: hasChanges || saving.type !== 'saved',
    setHasChanges,
    saveNow: useCallback(async () => {
      const isSaved = await saver.current?.flush();
      return isSaved ? saver.current?.rev() : undefined;
    }, []),
    colleague,
  };
}
