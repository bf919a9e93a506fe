/** A node on the canvas. It never reads other nodes: with 500 cards only the changed ones are drawn again. */
import { Handle, Position, type Node, type NodeProps } from '@xyflow/react';
import { createContext, memo, useContext, type CSSProperties, type MouseEvent } from 'react';
import { NodeTile } from '../../../entities/flows/node-tile.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { cx, Icon, IconButton } from '../../../ui/index.ts';
import type { CardView } from '../editor/card-view.ts';
import css from './canvas.module.css';
import { canvasTexts } from './canvas.texts.ts';
import type { NodeMark } from './marks.ts';

export interface CardData extends Record<string, unknown> {
  view: CardView;
  mark: NodeMark | undefined;
  problem: 'error' | 'warning' | undefined;
}
export type CardNode = Node<CardData, 'card'>;

export interface CardActions {
  duplicate: (id: string) => void;
  remove: (id: string) => void;
}
/** Null on a canvas that only shows. The value never changes while the canvas is mounted. */
export const CardActionsContext = createContext<CardActions | null>(null);

/** A large flow seen from far away: cards have an icon and a title, and no ports. */
export const FarViewContext = createContext(false);

export const FlowCard = memo(function FlowCard({ id, data, selected }: NodeProps<CardNode>) {
  const isSimple = useContext(FarViewContext);
  const { view, mark, problem } = data;
  const { node, title } = view;
  const t = useTexts(canvasTexts);
  return (
    <div
      className={cx(css.card, selected && css.selected, mark?.state && css[mark.state], mark?.tone && css[mark.tone])}
    >
      {mark?.step !== undefined && <span className={css.step}>{mark.step}</span>}
      <div className={css.head}>
        <NodeTile type={node.type} />
        <b className="cut">{title}</b>
        {problem && (
          <span className={cx(css.problem, css[problem])} role="img" aria-label={t(problem)}>
            <Icon name="alert" size={14} />
          </span>
        )}
        {!isSimple && <CornerIcons id={id} title={title} isStart={node.type === 'start'} />}
      </div>
      {!isSimple && <CardBody data={data} />}
    </div>
  );
});

/** What cannot be read from far away: lines and ports, and the points from which edges are drawn. */
function CardBody({ data: { view, mark } }: { data: CardData }) {
  const { node, lines, ports, portY } = view;
  return (
    <>
      {node.type !== 'start' && <Handle type="target" position={Position.Left} className={cx(css.handle, css.input)} />}
      <div className={css.body}>
        {lines.map(({ icon, text, variable, isWarning, rows }, at) => (
          <span key={at} className={cx(css.line, isWarning && css.missing)} style={{ '--rows': rows } as CSSProperties}>
            {icon && <Icon name={icon} size={14} />}
            <span className={css.text}>
              {text}
              {variable && <span className={css.variable}>{variable}</span>}
            </span>
          </span>
        ))}
        {ports
          .filter(({ hasRow }) => hasRow)
          .map(({ id: port, label, number, isSpare }) => (
            <span key={port} className={cx(css.port, isSpare && css.spare)}>
              {number !== undefined && <span className={css.number}>{number}</span>}
              <span className="cut">{label}</span>
            </span>
          ))}
        {mark?.note && <span className={css.note}>{mark.note}</span>}
      </div>
      {ports.map(({ id: port }) => (
        <Handle
          key={port}
          type="source"
          id={port}
          position={Position.Right}
          className={css.handle}
          style={{ top: portY.get(port) }}
        />
      ))}
    </>
  );
}

function CornerIcons({ id, title, isStart }: { id: string; title: string; isStart: boolean }) {
  const actions = useContext(CardActionsContext);
  const t = useTexts(canvasTexts);
  if (!actions || isStart) return null;
  const act = (work: (id: string) => void) => (event: MouseEvent) => {
    // A click on the card would select it afterwards, instead of its copy.
    event.stopPropagation();
    work(id);
  };
  // Not in the tab order: Ctrl D and Delete do the same for the focused card.
  return (
    <span className={cx(css.corner, 'nodrag')}>
      <IconButton
        icon="copy"
        tip={false}
        tabIndex={-1}
        label={t('duplicateNamed', { title })}
        onClick={act(actions.duplicate)}
      />
      <IconButton
        icon="trash"
        tip={false}
        tabIndex={-1}
        label={t('removeNamed', { title })}
        onClick={act(actions.remove)}
      />
    </span>
  );
}
