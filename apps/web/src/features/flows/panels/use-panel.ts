/** The form of one node: what is typed, chosen and asked until it is saved or discarded. */
import type { FlowReferences } from '@balcao/contract/endpoints/flows';
import type { FlowNode, FlowSettings } from '@balcao/domain/flow/document';
import { useState } from 'react';
import { nodeTexts } from '../../../entities/flows/nodes.texts.ts';
import { useLeaveGuard } from '../../../lib/leave-guard.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { useToast } from '../../../ui/index.ts';
import { knownReferences } from '../editor/check-facts.ts';
import type { PendingFiles } from './form.ts';
import { panelErrors } from './panel-errors.ts';
import { panelTexts } from './panel.texts.ts';
import { storeKeys } from './store-keys.ts';
import { uploadFiles, withFiles } from './upload-files.ts';

const TOAST_MS = 3000;
/** Names of products keep their letters. */
const properNames: readonly FlowNode['type'][] = ['typebot', 'openai', 'http', 'webhook'];

export interface PanelOptions {
  flowId: number;
  node: FlowNode;
  mode: 'create' | 'edit';
  settings: FlowSettings;
  references: FlowReferences | undefined;
  onSave: (node: FlowNode, settings: FlowSettings, uploaded: readonly string[]) => void;
  onClose: () => void;
}

export function usePanel({ flowId, node, mode, settings, references, onSave, onClose }: PanelOptions) {
  const t = useTexts(panelTexts);
  const titles = useTexts(nodeTexts);
  const toast = useToast();
  const [first] = useState({ node, settings });
  const [draft, setDraft] = useState(first);
  const [pending, setPending] = useState<PendingFiles>(new Map());
  const [typedKeys, setTypedKeys] = useState<ReadonlyMap<string, string>>(new Map());
  const [isTried, setIsTried] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  // The node itself changes when its card is moved: that is nothing typed here.
  const isDirty = draft.node !== first.node || draft.settings !== first.settings || pending.size > 0;
  const guard = useLeaveGuard(isDirty);
  const found = references ? panelErrors(draft.node, knownReferences(references), pending) : new Map();

  /** False when the panel stays open, with the reason beside a field or in a toast. */
  const save = async (): Promise<boolean> => {
    setIsTried(true);
    if (found.size > 0 || isBusy) return false;
    setIsBusy(pending.size > 0 || typedKeys.size > 0);
    try {
      const withKeys = typedKeys.size > 0 ? await storeKeys(flowId, draft.node, typedKeys) : draft.node;
      const stored = await uploadFiles(pending, () => toast.warn(t('compressFailed')));
      onSave(
        withFiles(withKeys, stored),
        draft.settings,
        [...stored.values()].map(({ name }) => name),
      );
      if (node.type === 'singleBlock' && mode === 'create') toast.done(t('contentAdded'), undefined, TOAST_MS);
      return true;
    } catch (error) {
      toast.failed(error);
      setIsBusy(false);
      return false;
    }
  };
  const leave = (act: () => void) => {
    if (!isDirty) return act();
    guard.ask(() => {
      onClose();
      act();
    });
  };
  const isContent = node.type === 'singleBlock';
  const type = titles(node.type);
  const name = properNames.includes(node.type) ? type : type.charAt(0).toLocaleLowerCase() + type.slice(1);
  return {
    draft,
    set: (changed: FlowNode) => setDraft((now) => ({ ...now, node: changed })),
    setSettings: (changed: FlowSettings) => setDraft((now) => ({ ...now, settings: changed })),
    pending,
    choose: (field: string, file: File | null) =>
      setPending((now) => {
        const next = new Map(now);
        if (file) next.set(field, file);
        else next.delete(field);
        return next;
      }),
    keys: {
      typed: typedKeys,
      type: (ref: string, key: string) => setTypedKeys((now) => new Map(now).set(ref, key)),
    },
    /** Shown after the first attempt to save. */
    errors: new Map(isTried ? [...found].map(([field, error]) => [field, t(error)] as const) : []),
    save,
    isBusy,
    isDirty,
    leave,
    close: () => leave(onClose),
    guard,
    title: isContent
      ? t(mode === 'create' ? 'addContent' : 'editContent')
      : t(mode === 'create' ? 'addNamed' : 'editNamed', { node: name }),
  };
}
