/** Keys of the editor. They work outside text fields and dialogs; the canvas itself handles arrows and Enter. */
import { useReactFlow } from '@xyflow/react';
import { useContext, useEffect, useEffectEvent } from 'react';
import { useTexts } from '../../../lib/use-texts.ts';
import { isTyping, useToast } from '../../../ui/index.ts';
import { SingleKeys } from '../../../ui/single-keys.ts';
import { writeClip } from './copied-nodes.ts';
import { clipOf, paste } from './document-edits.ts';
import { editorTexts } from './editor.texts.ts';
import type { Editor } from './use-editor.ts';

interface KeyActs {
  isEnabled: boolean;
  onTry: () => void;
  onFind: () => void;
}

export function useEditorKeys(editor: Editor, { isEnabled, onTry, onFind }: KeyActs): void {
  const t = useTexts(editorTexts);
  const toast = useToast();
  const singleKeys = useContext(SingleKeys);
  const canvas = useReactFlow();
  const { file, selection } = editor;

  const copy = (event: ClipboardEvent) => {
    if (hasMarkedText() || selection.nodes.size === 0) return false;
    const clip = clipOf(file.doc, selection.nodes);
    if (clip.nodes.length === 0) return false;
    event.clipboardData?.setData('text/plain', writeClip(clip));
    event.preventDefault();
    toast.done(t('copied', { count: clip.nodes.length }));
    return true;
  };
  const pasteText = async (text: string) => {
    const { readClip } = await import('./clipboard.ts');
    const clip = editor.known && readClip(text, editor.known);
    if (!clip) return toast.info(t('nothingToPaste'));
    const pasted = paste(file.doc, clip);
    file.edit(() => pasted.doc);
    editor.select({ nodes: new Set(pasted.ids), edges: new Set() });
    requestAnimationFrame(
      () => void canvas.fitView({ nodes: pasted.ids.map((id) => ({ id })), duration: 220, maxZoom: 1 }),
    );
  };
  const onClipboard = useEffectEvent((event: ClipboardEvent) => {
    if (!isEnabled || isTyping(event as unknown as KeyboardEvent)) return;
    if (event.type === 'paste') {
      event.preventDefault();
      return void pasteText(event.clipboardData?.getData('text/plain') ?? '');
    }
    if (copy(event) && event.type === 'cut') editor.remove(selection.nodes, selection.edges);
  });

  const withControl: Record<string, () => void> = {
    z: file.undo,
    Z: file.redo,
    y: file.redo,
    d: () => [...selection.nodes].forEach((id) => editor.duplicate(id)),
    a: () => editor.select({ nodes: new Set(file.doc.nodes.map(({ id }) => id)), edges: new Set() }),
    f: onFind,
  };
  const plainAct = (key: string): (() => void) | undefined => {
    if (key === 'Delete' || key === 'Backspace')
      return selection.nodes.size + selection.edges.size > 0
        ? () => editor.remove(selection.nodes, selection.edges)
        : undefined;
    if (!singleKeys) return undefined;
    if (key === '/') return () => editor.openPalette({});
    return key === 't' || key === 'T' ? onTry : undefined;
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isEnabled || event.defaultPrevented || event.altKey) return;
    const isControl = event.ctrlKey || event.metaKey;
    if (isControl && event.key.toLowerCase() === 's') {
      event.preventDefault();
      return document.querySelector<HTMLButtonElement>('[data-flow-save]')?.click();
    }
    if (isTyping(event)) return;
    const act = isControl ? withControl[event.shiftKey ? event.key.toUpperCase() : event.key] : plainAct(event.key);
    if (!act) return;
    event.preventDefault();
    act();
  });

  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    const listenClipboard = (event: ClipboardEvent) => onClipboard(event);
    document.addEventListener('keydown', listen);
    for (const type of ['copy', 'cut', 'paste'] as const) document.addEventListener(type, listenClipboard);
    return () => {
      document.removeEventListener('keydown', listen);
      for (const type of ['copy', 'cut', 'paste'] as const) document.removeEventListener(type, listenClipboard);
    };
  }, []);
}

/** Marked text of the page is copied as usual. */
const hasMarkedText = (): boolean => !(window.getSelection()?.isCollapsed ?? true);
