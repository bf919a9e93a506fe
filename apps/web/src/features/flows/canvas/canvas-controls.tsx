import { Panel, useReactFlow, useStore } from '@xyflow/react';
import { useState } from 'react';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, IconButton, useToast } from '../../../ui/index.ts';
import type { CardView } from '../editor/card-view.ts';
import type { Position } from '../editor/document-edits.ts';
import css from './canvas.module.css';
import { canvasTexts } from './canvas.texts.ts';
import { organize } from './organize.ts';
import { useShowCards } from './use-show-cards.ts';

/** Zoom, everything in view and, on an editable canvas, the automatic arrangement. */
export function CanvasControls({
  views,
  edges,
  onOrganized,
}: {
  views: readonly CardView[];
  edges: readonly { source: string; target: string }[];
  onOrganized?: (positions: ReadonlyMap<string, Position>) => void;
}) {
  const t = useTexts(canvasTexts);
  const toast = useToast();
  const canvas = useReactFlow();
  const showCards = useShowCards();
  const percent = useStore(({ transform }) => Math.round(transform[2] * 100));
  const [isBusy, setIsBusy] = useState(false);
  const arrange = async () => {
    setIsBusy(true);
    const positions = await organize(views, edges);
    setIsBusy(false);
    if (!positions) return toast.warn(t('organizeFailed'));
    onOrganized?.(positions);
    showCards(views.map((view) => movedTo(view, positions.get(view.node.id))));
  };
  return (
    <Panel position="bottom-left" className={css.controls}>
      <IconButton icon="minus" label={t('zoomOut')} onClick={() => void canvas.zoomOut()} />
      <span className={css.zoom}>{percent}%</span>
      <IconButton icon="plus" label={t('zoomIn')} onClick={() => void canvas.zoomIn()} />
      <IconButton icon="fit" label={t('fit')} onClick={() => showCards(views)} />
      {onOrganized && (
        <Button kind="ghost" size="sm" busy={isBusy} onClick={() => void arrange()}>
          {t('organize')}
        </Button>
      )}
    </Panel>
  );
}

const movedTo = (view: CardView, position: Position | undefined): CardView =>
  position ? { ...view, node: { ...view.node, position } } : view;
