/** A setting: texts on the left, control on the right, save status between them, dependent settings below. */
import {
  companySettings,
  isMissing,
  type CompanySetting,
  type SettingKind,
  type SettingValue,
} from '@balcao/domain/settings/company-settings';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useSaveSetting, type CompanySettings } from '../../entities/settings/company-settings.api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { NumberField, SelectField, Switch } from '../../ui/index.ts';
import { HoursLink } from './hours-link.tsx';
import { RatingQuestions } from './rating-questions.tsx';
import { SaveStatus } from './save-status.tsx';
import { SettingTextField } from './setting-text-field.tsx';
import type { Row } from './settings-catalogue.ts';
import css from './settings.module.css';
import { settingsTexts } from './settings.texts.ts';
import { useSetting } from './use-setting.ts';
import { useDebouncedSave } from './use-debounced-save.ts';
import { useSettingText } from './setting-text.ts';

interface SettingProps {
  name: CompanySetting;
  values: CompanySettings;
}

export function SettingRow({ name, under, values }: Row & { values: CompanySettings }) {
  const hasMore = hasMoreBelow(name, under, values);
  const below = useRef<HTMLDivElement>(null);
  const hadMore = useRef(hasMore);
  // What a choice brings to light is scrolled into view, above the toast.
  useEffect(() => {
    if (hasMore && !hadMore.current) below.current?.scrollIntoView({ block: 'nearest' });
    hadMore.current = hasMore;
  }, [hasMore]);
  return (
    <Control
      name={name}
      values={values}
      texts={under?.names}
      below={
        hasMore && (
          <div className={css.sub} ref={below}>
            {name === 'userRating' && <RatingQuestions />}
            {name === 'scheduleType' && <HoursLink mode={String(values[name])} />}
            {under?.names.map((childName) =>
              companySettings[childName].kind === 'text' ? (
                <SettingTextField key={childName} name={childName} values={values} />
              ) : (
                <Control key={childName} name={childName} values={values} />
              ),
            )}
          </div>
        )
      }
    />
  );
}

function hasMoreBelow(name: CompanySetting, under: Row['under'], values: CompanySettings): boolean {
  if (name === 'userRating') return values[name] === 'enabled';
  if (name === 'scheduleType') return values[name] !== undefined && values[name] !== 'disabled';
  return under !== undefined && values[name] === under.when;
}

function Control({ name, values, below, texts = [] }: SettingProps & Partial<ControlProps>) {
  const kind: SettingKind = companySettings[name].kind;
  const row = { name, values, below, texts };
  if (kind === 'switch' || kind === 'boolean') return <OnOff {...row} />;
  if (kind === 'text')
    return (
      <div className={css.row}>
        <div className={css.wide}>
          <SettingTextField name={name} values={values} />
        </div>
      </div>
    );
  return 'choice' in kind ? <Choice {...row} choices={kind.choice} /> : <Count {...row} bounds={kind.number} />;
}

/** Layout shared by all kinds of controls. */
function Frame({
  name,
  saveStatus,
  control,
  below,
  labelId,
}: {
  name: CompanySetting;
  saveStatus: ReactNode;
  control: ReactNode;
  below?: ReactNode;
  labelId?: string;
}) {
  const settingText = useSettingText();
  const help = settingText(`${name}Help`);
  return (
    <div className={css.row} data-setting={name}>
      <div className={css.words}>
        <span className={css.label} id={labelId}>
          {settingText(name) ?? name}
        </span>
        {help && (
          <p className={css.help} id={labelId && `${labelId}-help`}>
            {help}
          </p>
        )}
      </div>
      <div className={css.control}>
        {saveStatus}
        {control}
      </div>
      {below}
    </div>
  );
}

interface ControlProps extends SettingProps {
  below?: ReactNode;
  /** Dependent settings. */
  texts: readonly CompanySetting[];
}

function OnOff({ name, values, below, texts }: ControlProps) {
  const id = useId();
  const settingText = useSettingText();
  const isBoolean = companySettings[name].kind === 'boolean';
  const saveSetting = useSaveSetting();
  // A message that the choice requires starts with a ready text.
  const fillIn = async (value: SettingValue) => {
    for (const text of texts) {
      const suggestion = settingText(`${text}Suggestion`);
      if (suggestion && isMissing(text, values[text] ?? '', { ...values, [name]: value }))
        await saveSetting(text, suggestion);
    }
  };
  const setting = useSetting(name, values[name] ?? companySettings[name].default, values, fillIn);
  const isOn = setting.value === true || setting.value === 'enabled';
  const toggle = (on: boolean) => setting.save(isBoolean ? on : on ? 'enabled' : 'disabled');
  return (
    <Frame
      name={name}
      labelId={id}
      saveStatus={<SaveStatus name={settingText(name) ?? name} of={setting} />}
      control={
        <Switch
          checked={isOn}
          onChange={toggle}
          labelledBy={id}
          describedBy={settingText(`${name}Help`) ? `${id}-help` : undefined}
        />
      }
      below={below}
    />
  );
}

function Choice({ name, values, below, choices }: ControlProps & { choices: readonly string[] }) {
  const settingText = useSettingText();
  const setting = useSetting(name, String(values[name] ?? companySettings[name].default), values);
  return (
    <Frame
      name={name}
      saveStatus={<SaveStatus name={settingText(name) ?? name} of={setting} />}
      control={
        <div className={css.select}>
          <SelectField
            label={settingText(name) ?? name}
            options={choices.map((choice) => ({ value: choice, label: settingText(`${name}:${choice}`) ?? choice }))}
            value={setting.value}
            onChange={setting.save}
          />
        </div>
      }
      below={below}
    />
  );
}

function Count({ name, values, below, bounds }: ControlProps & { bounds: { min: number; max: number } }) {
  const t = useTexts(settingsTexts);
  const settingText = useSettingText();
  const setting = useSetting(name, String(values[name] ?? companySettings[name].default), values);
  const isBad = (text: string) => !/^\d{1,9}$/.test(text) || Number(text) < bounds.min || Number(text) > bounds.max;
  const { currentText, write, flush } = useDebouncedSave(setting, isBad);
  return (
    <Frame
      name={name}
      saveStatus={<SaveStatus name={settingText(name) ?? name} of={setting} />}
      control={
        <div className={css.number}>
          <NumberField
            label={settingText(name) ?? name}
            min={bounds.min}
            max={bounds.max}
            value={currentText}
            error={isBad(currentText) && t('badNumber', bounds)}
            onChange={(event) => write(event.target.value)}
            onBlur={flush}
          />
        </div>
      }
      below={below}
    />
  );
}
