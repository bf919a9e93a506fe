/** A text of the settings that saves itself; messages to customers have variables and a preview. */
import { companySettings, isMissing, type CompanySetting } from '@balcao/domain/settings/company-settings';
import { useState } from 'react';
import type { CompanySettings } from '../../entities/settings/company-settings.api.ts';
import { MessageField } from '../../entities/variables/message-field.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, TextField } from '../../ui/index.ts';
import { SaveStatus } from './save-status.tsx';
import { isOneLine, variablesOf } from './settings-catalogue.ts';
import css from './settings.module.css';
import { settingsTexts } from './settings.texts.ts';
import { useSetting } from './use-setting.ts';
import { useDebouncedSave } from './use-debounced-save.ts';
import { useSettingText } from './setting-text.ts';

export function SettingTextField({ name, values }: { name: CompanySetting; values: CompanySettings }) {
  const t = useTexts(settingsTexts);
  const settingText = useSettingText();
  // An empty field shows an error only once the user has edited and left it.
  const [visit, setVisit] = useState<'none' | 'editing' | 'left'>('none');
  const { requiredWhile } = companySettings[name] as { requiredWhile?: { equals: string } };
  const setting = useSetting(name, String(values[name] ?? companySettings[name].default), values);
  const { currentText, write, flush } = useDebouncedSave(setting, (text) => isMissing(name, text, values));
  const isOn = requiredWhile?.equals === 'enabled';
  const isEmpty = isMissing(name, currentText, values);
  const suggestion = settingText(`${name}Suggestion`);
  const change = (text: string) => {
    setVisit('editing');
    write(text);
  };
  const hints = [
    settingText(`${name}Help`),
    requiredWhile && t(isEmpty ? 'emptySendsNothing' : isOn ? 'requiredWhileOn' : 'requiredWhileOff'),
  ];
  const field = {
    label: requiredWhile ? t('message') : (settingText(name) ?? name),
    required: requiredWhile !== undefined,
    value: currentText,
    hint: hints.filter(Boolean).join(' '),
    error: isEmpty && visit === 'left' && t(isOn ? 'missingOn' : 'missingOff'),
    maxLength: 4096,
    onChange: (event: { target: { value: string } }) => change(event.target.value),
    onBlur: () => {
      setVisit((before) => (before === 'editing' ? 'left' : before));
      flush();
    },
  };
  return (
    <div className={css.text} data-setting={name}>
      {isOneLine(name) ? (
        <TextField {...field} inputMode="url" />
      ) : (
        <MessageField {...field} rows={2} message={currentText} onInsert={change} variables={variablesOf(name)} />
      )}
      {isEmpty && suggestion && (
        <div className={css.actions}>
          <Button size="sm" icon="text" onClick={() => setting.save(suggestion)}>
            {t('useSuggestion')}
          </Button>
        </div>
      )}
      <SaveStatus name={settingText(name) ?? name} of={setting} />
    </div>
  );
}
