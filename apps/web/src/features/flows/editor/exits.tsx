/** The exits of a node with what they lead to: edges for keyboards and screen readers. */
import { useState } from 'react';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, IconButton } from '../../../ui/index.ts';
import { panelTexts } from '../panels/panel.texts.ts';
import { ConnectDialog } from './connect-dialog.tsx';
import { connect, disconnect, edgeFrom } from './document-edits.ts';
import css from './editor.module.css';
import { editorTexts } from './editor.texts.ts';
import type { Editor } from './use-editor.ts';

interface ExitsProps {
  editor: Editor;
  nodeId: string;
  hasHeading?: boolean;
  isReadOnly?: boolean;
}

export function Exits({ editor, nodeId, hasHeading = false, isReadOnly = false }: ExitsProps) {
  const t = useTexts(editorTexts);
  const heading = useTexts(panelTexts)('exits');
  const [connecting, setConnecting] = useState<string | null>(null);
  const { doc, edit } = editor.file;
  const view = editor.viewById.get(nodeId);
  if (!view || view.ports.length === 0) return null;
  const { title, ports } = view;
  return (
    <div className={css.exits}>
      {hasHeading && <h3 className={css.exitsTitle}>{heading}</h3>}
      <ul>
        {ports.map(({ id: port, label }) => {
          const target = edgeFrom(doc, { source: nodeId, port })?.target;
          const targetTitle = target === undefined ? undefined : editor.viewById.get(target)?.title;
          return (
            <li key={port} className={css.exit}>
              <span className={css.exitLabel}>{label}</span>
              <span className={targetTitle === undefined ? css.loose : css.target}>
                {targetTitle === undefined ? t('notConnected') : `→ ${targetTitle}`}
              </span>
              {!isReadOnly && (
                <>
                  {targetTitle !== undefined && (
                    <IconButton
                      icon="x"
                      label={`${t('disconnect')}: ${label}`}
                      onClick={() => edit((now) => disconnect(now, { source: nodeId, port }))}
                    />
                  )}
                  <Button
                    size="sm"
                    aria-label={t('connectNamed', { port: label, node: title })}
                    onClick={() => setConnecting(port)}
                  >
                    {t('connectTo')}
                  </Button>
                </>
              )}
            </li>
          );
        })}
      </ul>
      {connecting !== null && (
        <ConnectDialog
          editor={editor}
          title={t('connectNamed', { port: ports.find(({ id }) => id === connecting)?.label ?? '', node: title })}
          onChoose={(target) => {
            edit((now) => connect(now, { source: nodeId, port: connecting, target }));
            setConnecting(null);
          }}
          onNew={() => {
            editor.openPalette({ from: { source: nodeId, port: connecting } });
            setConnecting(null);
          }}
          onClose={() => setConnecting(null)}
        />
      )}
    </div>
  );
}
