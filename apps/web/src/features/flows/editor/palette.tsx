/** The blocks that can be added, with a search. `/` opens it; so does an edge dropped on the empty canvas. */
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { NodeType } from '@balcao/domain/flow/document';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button } from '../../../ui/index.ts';
import { NodeTile } from '../../../entities/flows/node-tile.tsx';
import { palette as order } from '../../../entities/flows/nodes.ts';
import { nodeHelpTexts, nodeTexts } from '../../../entities/flows/nodes.texts.ts';
import css from './editor.module.css';
import { editorTexts } from './editor.texts.ts';
import type { Editor } from './use-editor.ts';

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

export function Palette({ editor }: { editor: Editor }) {
  const t = useTexts(editorTexts);
  const { palette } = editor;
  return (
    <div className={css.palette}>
      {palette && <PaletteList editor={editor} />}
      <Button
        kind="primary"
        icon={palette ? 'x' : 'plus'}
        className={css.round}
        aria-expanded={palette !== null}
        aria-keyshortcuts="/"
        onClick={() => (palette ? editor.closePalette() : editor.openPalette({}))}
      >
        {t('addNode')}
      </Button>
    </div>
  );
}

function PaletteList({ editor }: { editor: Editor }) {
  const t = useTexts(editorTexts);
  const titles = useTexts(nodeTexts);
  const helps = useTexts(nodeHelpTexts);
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useState('');
  useEffect(() => field.current?.focus(), []);
  const found = order.filter((type) => plain(`${titles(type)} ${helps(type)}`).includes(plain(search.trim())));
  const choose = (type: NodeType) => editor.create(type, editor.palette ?? {});

  const onKeyDown = (event: KeyboardEvent) => {
    const items = [...(list.current?.querySelectorAll<HTMLElement>('button') ?? [])];
    const at = items.indexOf(document.activeElement as HTMLElement);
    if (event.key === 'Escape') {
      event.stopPropagation();
      editor.closePalette();
    }
    if (event.key === 'Enter' && event.target === field.current && found[0]) {
      event.preventDefault();
      choose(found[0]);
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    const to = event.key === 'ArrowDown' ? at + 1 : at - 1;
    if (to < 0) field.current?.focus();
    else items[Math.min(to, items.length - 1)]?.focus();
  };
  return (
    <div
      className={css.paletteList}
      role="dialog"
      aria-label={t(editor.palette?.from ? 'whichNode' : 'addNode')}
      onKeyDown={onKeyDown}
    >
      {editor.palette?.from && <b className={css.paletteTitle}>{t('whichNode')}</b>}
      <input
        ref={field}
        className={css.paletteSearch}
        aria-label={t('searchNode')}
        placeholder={t('searchNode')}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <div ref={list} className={css.paletteItems}>
        {found.map((type) => (
          <button key={type} type="button" className={css.paletteItem} title={helps(type)} onClick={() => choose(type)}>
            <NodeTile type={type} />
            {titles(type)}
          </button>
        ))}
        {found.length === 0 && <p className="muted">{t('nothingFound')}</p>}
      </div>
    </div>
  );
}
