import { useFlowEditors } from '../../../entities/flows/flow-editors.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { Icon } from '../../../ui/index.ts';
import css from './editor.module.css';
import { editorTexts } from './editor.texts.ts';

/** Colleagues who have the same flow open. */
export function OtherEditors({ flowId }: { flowId: number }) {
  const t = useTexts(editorTexts);
  const names = useFlowEditors(flowId).map(({ name }) => name.split(' ')[0]!);
  const [last, ...others] = names.toReversed();
  return (
    <span role="status" className={css.others}>
      {last !== undefined && (
        <>
          <Icon name="users" size={16} />
          {others.length === 0
            ? t('alsoHere', { name: last })
            : t('manyAlsoHere', { names: others.toReversed().join(', '), last })}
        </>
      )}
    </span>
  );
}
