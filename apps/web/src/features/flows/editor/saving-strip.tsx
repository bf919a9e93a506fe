import { useTexts } from '../../../lib/use-texts.ts';
import { Button, Icon } from '../../../ui/index.ts';
import css from './editor.module.css';
import { editorTexts } from './editor.texts.ts';
import type { Editor } from './use-editor.ts';

/** What the draft is waiting for, and who saved it meanwhile. Empty while everything is fine. */
export function SavingStrip({ editor }: { editor: Editor }) {
  const t = useTexts(editorTexts);
  const { saving, colleague, saveNow } = editor.file;
  const isFailed = saving.type === 'failed';
  const text = isFailed
    ? t('failed')
    : saving.type === 'offline'
      ? t('offline')
      : colleague !== null
        ? t('savedElsewhere', { name: colleague })
        : null;
  return (
    <div role="status" className={text ? css.strip : undefined}>
      {text && (
        <>
          <Icon name={saving.type === 'offline' ? 'wifi-off' : isFailed ? 'alert' : 'users'} size={16} />
          <span>{text}</span>
          {isFailed && (
            <Button size="sm" icon="refresh" onClick={() => void saveNow()}>
              {t('retry')}
            </Button>
          )}
        </>
      )}
    </div>
  );
}
