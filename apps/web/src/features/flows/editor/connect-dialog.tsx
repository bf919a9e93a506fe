import { useState } from 'react';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, Dialog, TextField } from '../../../ui/index.ts';
import { NodeTile } from '../../../entities/flows/node-tile.tsx';
import css from './editor.module.css';
import { editorTexts } from './editor.texts.ts';
import type { Editor } from './use-editor.ts';

const MAX_SHOWN = 50;
const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Chooses the block that an exit leads to, by its title or its text. Enter takes the first one. */
export function ConnectDialog({
  editor,
  title,
  onChoose,
  onNew,
  onClose,
}: {
  editor: Editor;
  title: string;
  onChoose: (nodeId: string) => void;
  onNew?: () => void;
  onClose: () => void;
}) {
  const t = useTexts(editorTexts);
  const [search, setSearch] = useState('');
  const found = editor.views
    .filter(({ node }) => node.type !== 'start')
    .map((view) => ({ view, text: view.lines.map((line) => line.text).join(' ') }))
    .filter(({ view, text }) => plain(`${view.title} ${text}`).includes(plain(search.trim())));
  return (
    <Dialog
      title={title}
      onClose={onClose}
      width={440}
      onSubmit={(event) => {
        event.preventDefault();
        if (found[0]) onChoose(found[0].view.node.id);
      }}
      footer={
        onNew && (
          <Button icon="plus" onClick={onNew}>
            {t('newNode')}
          </Button>
        )
      }
    >
      <TextField
        label={t('find')}
        icon="search"
        data-autofocus
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <ul className={css.targets}>
        {found.slice(0, MAX_SHOWN).map(({ view, text }) => (
          <li key={view.node.id}>
            <button type="button" className={css.targetItem} onClick={() => onChoose(view.node.id)}>
              <NodeTile type={view.node.type} />
              <span className={css.targetText}>
                <b className="cut">{view.title}</b>
                <span className="cut">{text}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="muted">{t('nothingFound')}</p>}
    </Dialog>
  );
}
