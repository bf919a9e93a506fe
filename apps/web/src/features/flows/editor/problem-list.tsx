import type { Problem } from '@balcao/domain/flow/problems';
import { useTexts } from '../../../lib/use-texts.ts';
import { Icon, IconButton } from '../../../ui/index.ts';
import { useShowCards } from '../canvas/use-show-cards.ts';
import { panelTexts } from '../panels/panel.texts.ts';
import css from './editor.module.css';
import { editorTexts } from './editor.texts.ts';
import { problemTexts } from './problem.texts.ts';
import type { Editor } from './use-editor.ts';

/** Every problem of the draft; a click leads to its block. */
export function ProblemList({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const t = useTexts(editorTexts);
  const close = useTexts(panelTexts)('close');
  const sentence = useTexts(problemTexts);
  const { list } = editor.problems;
  const showCards = useShowCards();
  const nameOf = ({ nodeId }: Problem) => (nodeId !== null && editor.viewById.get(nodeId)?.title) || t('wholeFlow');
  const valueOf = ({ code, nodeId, field, value }: Problem): string => {
    const ports = nodeId === null ? undefined : editor.viewById.get(nodeId)?.ports;
    return code === 'unconnectedPort' ? (ports?.find(({ id }) => id === field)?.label ?? '') : (value ?? '');
  };
  const show = (id: string) => {
    editor.select({ nodes: new Set([id]), edges: new Set() });
    editor.open(id);
    showCards(editor.views.filter(({ node }) => node.id === id));
  };
  return (
    <section className={css.problems} aria-label={t('problems')}>
      <div className={css.problemsHead}>
        <h2>{t('problems')}</h2>
        <IconButton icon="x" label={close} onClick={onClose} />
      </div>
      {list.length === 0 && <p className="muted">{t('noProblems')}</p>}
      <ul>
        {list.map((problem, at) => (
          <li key={at}>
            <button
              type="button"
              className={css.problem}
              disabled={problem.nodeId === null}
              onClick={() => problem.nodeId !== null && show(problem.nodeId)}
            >
              <span className={css[problem.severity]}>
                <Icon name="alert" size={16} />
              </span>
              <b>{nameOf(problem)}</b>
              <span>{sentence(problem.code, { value: valueOf(problem) })}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
