import { useRef, useState, type DragEvent, type ReactNode } from 'react';
import { useTexts } from '../../../lib/use-texts.ts';
import { Icon } from '../../../ui/index.ts';
import { useConversation } from './conversation-state.tsx';
import { conversationTexts } from './conversation.texts.ts';
import css from './drop-zone.module.css';

/** Files dropped anywhere on the conversation go to its composer. */
export function DropZone({ children }: { children: ReactNode }) {
  const t = useTexts(conversationTexts);
  const { drop } = useConversation();
  const [isOver, setOver] = useState(false);
  /** Entering a child fires before leaving the previous one, so the depth is counted. */
  const depth = useRef(0);
  const of = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  const move = (event: DragEvent, step: 1 | -1) => {
    if (!of(event)) return;
    depth.current = Math.max(0, depth.current + step);
    setOver(depth.current > 0);
  };
  return (
    <div
      className={css.zone}
      onDragEnter={(event) => move(event, 1)}
      onDragLeave={(event) => move(event, -1)}
      onDragOver={(event) => of(event) && event.preventDefault()}
      onDrop={(event) => {
        if (!of(event)) return;
        event.preventDefault();
        depth.current = 0;
        setOver(false);
        const files = [...event.dataTransfer.files];
        if (files.length > 0) drop(files);
      }}
    >
      {children}
      {isOver && (
        <div className={css.over} role="status">
          <span className={css.here}>
            <Icon name="upload" size={24} />
            <b>{t('dropHere')}</b>
          </span>
        </div>
      )}
    </div>
  );
}
