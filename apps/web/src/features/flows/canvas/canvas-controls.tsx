import { Panel, useReactFlow, useViewport } from '@xyflow/react';
import { useState } from 'react';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, IconButton, useToast } from '../../../ui/index.ts';
import type { CardView } from '../editor/card-view.ts';
import type { Position } from '../editor/document-edits.ts';
import css from './canvas.module.css';
import { canvasTexts } from './canvas.texts.ts';
import { organize } from './organize.ts';

const FIT = { padding: 0.15, maxZoom: 1, duration: 220 };

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
  const { zoom } = useViewport();
  const [isBusy, setIsBusy] = useState(false);
  const arrange = async () => {
    setIsBusy(true);
    const positions = await organize(views, edges);
    setIsBusy(false);
    if (!positions) return toast.warn(t('organizeFailed'));
    onOrganized?.(positions);
    requestAnimationFrame(() => void canvas.fitView(FIT));
  };
  return (
    <Panel position="bottom-left" className={css.controls}>
      <IconButton icon="minus" label={t('zoomOut')} onClick={() => void canvas.zoomOut()} />
      <span className={css.zoom}>{Math.round(zoom * 100)}%</span>
      <IconButton icon="plus" label={t('zoomIn')} onClick={() => void canvas.zoomIn()} />
      <IconButton icon="fit" label={t('fit')} onClick={() => void canvas.fitView(FIT)} />
      {onOrganized && (
        <Button kind="ghost" size="sm" busy={isBusy} onClick={() => void arrange()}>
          {t('organize')}
        </Button>
      )}
    </Panel>
  );
}
