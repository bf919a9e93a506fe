import type { FlowReferences } from '@balcao/contract/endpoints/flows';
import { hasChanges, type Diff } from '@balcao/domain/flow/diff';
import type { Edge, FlowDoc, FlowNode } from '@balcao/domain/flow/document';
import { portsOf } from '@balcao/domain/flow/ports';
import { useMemo, type ReactNode } from 'react';
import { useLanguage } from '../../../lib/language.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { Icon, type IconName } from '../../../ui/index.ts';
import { NodeTile } from '../../../entities/flows/node-tile.tsx';
import { useCardLabels } from '../editor/card-labels.ts';
import { createFieldDescriber, type ChangedField } from './changed-fields.ts';
import css from './versions.module.css';
import { compareTexts } from './versions.texts.ts';

interface DifferenceListProps {
  before: FlowDoc;
  after: FlowDoc;
  changes: Diff;
  references: FlowReferences | undefined;
  /** Leads to the card of a node. */
  onShow: (nodeId: string) => void;
}

/** Every difference in words. */
export function DifferenceList({ before, after, changes, references, onShow }: DifferenceListProps) {
  const t = useTexts(compareTexts);
  const language = useLanguage();
  const labels = useCardLabels(references);
  const fieldsOf = useMemo(() => createFieldDescriber(language, references), [language, references]);
  const nodesBefore = useMemo(() => byId(before), [before]);
  const nodesAfter = useMemo(() => byId(after), [after]);

  const titleOf = (node: FlowNode | undefined) => (node ? labels.titleOf(node) : '');
  const edgeText = ({ source, port, target }: Edge, nodes: ReadonlyMap<string, FlowNode>) => {
    const node = nodes.get(source);
    const exit = node && portsOf(node).find(({ id }) => id === port);
    return t('edge', {
      source: titleOf(node),
      port: node && exit ? labels.labelOf(node, exit) : port,
      target: titleOf(nodes.get(target)),
    });
  };
  const row = (node: FlowNode, fields?: readonly ChangedField[]) => (
    <li key={node.id}>
      <button type="button" className={css.node} onClick={() => onShow(node.id)}>
        <NodeTile type={node.type} />
        <b className="cut">{titleOf(node)}</b>
      </button>
      {fields && <Fields fields={fields} />}
    </li>
  );
  const edgeRow = (edge: Edge, kind: 'edgeAdded' | 'edgeRemoved', icon: IconName) => (
    <li key={`${kind} ${edge.id}`} className={css.edge}>
      <span className={css[kind]} role="img" aria-label={t(kind)}>
        <Icon name={icon} size={14} />
      </span>
      <span>{edgeText(edge, kind === 'edgeAdded' ? nodesAfter : nodesBefore)}</span>
    </li>
  );
  const { added, removed, changed, moved, edgesAdded, edgesRemoved, settings } = changes;

  return (
    <section className={css.differences} aria-label={t('differences')}>
      {!hasChanges(changes) && (
        <div className={css.same}>
          <b>{t('nothing')}</b>
          <p className="muted">{t(moved.length > 0 ? 'onlyMoved' : 'nothingText')}</p>
        </div>
      )}
      <Section title={t('sectionAdded', { count: added.length })} count={added.length}>
        {added.map((node) => row(node))}
      </Section>
      <Section title={t('sectionRemoved', { count: removed.length })} count={removed.length}>
        {removed.map((node) => row(node))}
      </Section>
      <Section title={t('sectionChanged', { count: changed.length })} count={changed.length}>
        {changed.map(({ nodeId, fields }) => {
          const node = nodesAfter.get(nodeId);
          return node && row(node, fieldsOf(fields, node.type));
        })}
      </Section>
      <Section
        title={t('sectionEdges', { count: edgesAdded.length + edgesRemoved.length })}
        count={edgesAdded.length + edgesRemoved.length}
      >
        {edgesAdded.map((edge) => edgeRow(edge, 'edgeAdded', 'plus'))}
        {edgesRemoved.map((edge) => edgeRow(edge, 'edgeRemoved', 'x'))}
      </Section>
      <Section title={t('sectionSettings', { count: settings.length })} count={settings.length}>
        <li>
          <Fields fields={fieldsOf(settings, null)} />
        </li>
      </Section>
    </section>
  );
}

const byId = ({ nodes }: FlowDoc): ReadonlyMap<string, FlowNode> => new Map(nodes.map((node) => [node.id, node]));

function Section({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  if (count === 0) return null;
  return (
    <div className={css.section}>
      <h2>{title}</h2>
      <ul>{children}</ul>
    </div>
  );
}

function Fields({ fields }: { fields: readonly ChangedField[] }) {
  const t = useTexts(compareTexts);
  return (
    <dl className={css.fields}>
      {fields.map(({ path, label, before, after }) => (
        <div key={path}>
          <dt>{label}</dt>
          {before !== '' && (
            <dd>
              <span className={css.when}>{t('before')}</span>
              <del>{before}</del>
            </dd>
          )}
          <dd>
            <span className={css.when}>{t('after')}</span>
            <ins>{after}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
