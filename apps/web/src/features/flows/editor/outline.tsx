/** The flow as a list. It can do what the canvas can, by keyboard and for screen readers. */
import { useMemo, type CSSProperties } from 'react';
import { useTexts } from '../../../lib/use-texts.ts';
import { cx, Icon, IconButton } from '../../../ui/index.ts';
import { NodeTile } from '../../../entities/flows/node-tile.tsx';
import { canvasTexts } from '../canvas/canvas.texts.ts';
import css from './editor.module.css';
import { editorTexts } from './editor.texts.ts';
import { Exits } from './exits.tsx';
import { outlineOf } from './outline.ts';
import { Palette } from './palette.tsx';
import type { Editor } from './use-editor.ts';

const MAX_INDENT = 6;

export function Outline({ editor, isReadOnly }: { editor: Editor; isReadOnly: boolean }) {
  const t = useTexts(editorTexts);
  const marks = useTexts(canvasTexts);
  const { doc } = editor.file;
  const rows = useMemo(() => outlineOf(doc), [doc]);
  return (
    // Without buttons to focus, the keyboard must reach the list itself to scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={css.outline} data-scroller tabIndex={isReadOnly ? 0 : undefined}>
      {isReadOnly && <p className={css.hint}>{t('readOnly')}</p>}
      <ol className={css.outlineRows} aria-label={t('outline')}>
        {rows.map(({ nodeId, depth, isReachable }) => {
          const view = editor.viewById.get(nodeId);
          if (!view) return null;
          const problem = editor.problems.byNode.get(nodeId);
          const { title, node, lines } = view;
          return (
            <li
              key={nodeId}
              className={cx(css.outlineRow, editor.selection.nodes.has(nodeId) && css.chosen)}
              style={{ '--depth': Math.min(depth, MAX_INDENT) } as CSSProperties}
            >
              <div className={css.outlineHead}>
                <NodeTile type={node.type} />
                <span className={css.outlineText}>
                  <b>{title}</b>
                  {lines.map(({ text, variable }, at) => (
                    <span key={at} className="muted">
                      {text} {variable}
                    </span>
                  ))}
                  {!isReachable && <span className={css.unreachable}>{t('unreachable')}</span>}
                </span>
                {problem && (
                  <span className={css[problem]} role="img" aria-label={marks(problem)}>
                    <Icon name="alert" size={16} />
                  </span>
                )}
                {!isReadOnly && (
                  <RowActions editor={editor} id={nodeId} title={title} isStart={node.type === 'start'} />
                )}
              </div>
              <Exits editor={editor} nodeId={nodeId} isReadOnly={isReadOnly} />
            </li>
          );
        })}
      </ol>
      {!isReadOnly && (
        <div className={css.outlineDial}>
          <Palette editor={editor} />
        </div>
      )}
    </div>
  );
}

function RowActions({ editor, id, title, isStart }: { editor: Editor; id: string; title: string; isStart: boolean }) {
  const t = useTexts(editorTexts);
  return (
    <span className={css.rowActions}>
      <IconButton icon="edit" label={t('editNamed', { node: title })} onClick={() => editor.open(id)} />
      {!isStart && (
        <>
          <IconButton icon="copy" label={t('duplicateNamed', { node: title })} onClick={() => editor.duplicate(id)} />
          <IconButton
            icon="trash"
            danger
            label={t('removeNamed', { node: title })}
            onClick={() => editor.remove([id])}
          />
        </>
      )}
    </span>
  );
}
