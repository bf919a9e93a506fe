/** Forms of the nodes that send something. */
import type { Block, BlockType } from '@balcao/domain/flow/document';
import { MAX_BLOCKS, MAX_INTERVAL_SECONDS } from '@balcao/domain/flow/bounds';
import { useTexts } from '../../../lib/use-texts.ts';
import { Checkbox, Icon, IconButton, NumberField, SelectField, type IconName } from '../../../ui/index.ts';
import { addBlock, fileKey, moveBlock, type FileBlock } from './blocks.ts';
import { FileField } from './file-field.tsx';
import { optionsOf, type FormProps } from './form.ts';
import css from './panels.module.css';
import { panelTexts } from './panel.texts.ts';
import { TemplateValues, templateOptions } from './template-fields.tsx';
import { MessageText, NodeMessage } from './text-field.tsx';

const blockStyles = {
  text: { icon: 'text', label: 'blockText' },
  interval: { icon: 'timer', label: 'blockInterval' },
  image: { icon: 'image', label: 'blockImage' },
  audio: { icon: 'mic', label: 'blockAudio' },
  video: { icon: 'video', label: 'blockVideo' },
} as const satisfies Record<BlockType, { icon: IconName; label: keyof typeof panelTexts }>;

export function ContentForm(props: FormProps<'singleBlock'>) {
  const t = useTexts(panelTexts);
  const { data, set, errors } = props;
  const { blocks } = data;
  const change = (at: number, to: Partial<Block>) =>
    set({ blocks: blocks.map((block, index) => (index === at ? ({ ...block, ...to } as Block) : block)) });
  return (
    <>
      <h3 className={css.heading}>{t('contentHeading')}</h3>
      <p className="muted">{t('order')}</p>
      {blocks.map((block, at) => {
        const { icon, label } = blockStyles[block.type];
        const name = `${t(label)} ${at + 1}`;
        return (
          <section key={block.id} className={css.block} aria-label={name}>
            <div className={css.blockHead}>
              <Icon name={icon} size={16} />
              <b>{t(label)}</b>
              <IconButton
                icon="arrow-u"
                label={t('moveUp', { block: name })}
                disabled={at === 0}
                onClick={() => set({ blocks: moveBlock(blocks, at, at - 1) })}
              />
              <IconButton
                icon="arrow-d"
                label={t('moveDown', { block: name })}
                disabled={at === blocks.length - 1}
                onClick={() => set({ blocks: moveBlock(blocks, at, at + 1) })}
              />
              <IconButton
                icon="x"
                label={t('removeBlock', { block: name })}
                onClick={() => set({ blocks: blocks.toSpliced(at, 1) })}
              />
            </div>
            <BlockBody block={block} at={at} change={(to) => change(at, to)} {...props} />
          </section>
        );
      })}
      {errors.has('blocks') && (
        <span className={css.error} role="alert">
          <Icon name="alert" size={14} /> {errors.get('blocks')}
        </span>
      )}
      <div className={css.addBlocks} role="group" aria-label={t('contentHeading')}>
        {(Object.keys(blockStyles) as BlockType[]).map((type) => (
          <button
            key={type}
            type="button"
            className={css.addBlock}
            disabled={blocks.length >= MAX_BLOCKS}
            onClick={() => set({ blocks: addBlock(blocks, type) })}
          >
            <Icon name={blockStyles[type].icon} />
            {t(blockStyles[type].label)}
          </button>
        ))}
      </div>
    </>
  );
}

function BlockBody({
  block,
  at,
  change,
  ...props
}: FormProps<'singleBlock'> & { block: Block; at: number; change: (to: Partial<Block>) => void }) {
  const t = useTexts(panelTexts);
  if (block.type === 'text')
    return (
      <MessageText
        label={t('blockText')}
        value={block.text}
        rows={3}
        error={props.errors.get(`blocks.${at}.text`)}
        onChange={(text) => change({ text })}
      />
    );
  if (block.type === 'interval')
    return <SecondsField seconds={block.seconds} onChange={(seconds) => change({ seconds })} />;
  return <FileBlockBody block={block} change={change} {...props} />;
}

function FileBlockBody({
  block,
  change,
  ...props
}: FormProps<'singleBlock'> & { block: FileBlock; change: (to: Partial<Block>) => void }) {
  const t = useTexts(panelTexts);
  return (
    <>
      <FileField
        field={fileKey(block)}
        kind={block.type}
        file={block.file}
        references={props.references}
        pending={props.pending}
        choose={props.choose}
      />
      {block.type === 'audio' ? (
        <Checkbox
          label={t('record')}
          checked={block.record}
          onChange={(event) => change({ record: event.target.checked })}
        />
      ) : (
        <MessageText label={t('caption')} rows={2} value={block.caption} onChange={(caption) => change({ caption })} />
      )}
    </>
  );
}

export function SecondsField({ seconds, onChange }: { seconds: number; onChange: (seconds: number) => void }) {
  const t = useTexts(panelTexts);
  const set = (typed: number) =>
    onChange(Math.min(MAX_INTERVAL_SECONDS, Math.max(0, Number.isFinite(typed) ? Math.round(typed) : 0)));
  return (
    <div className={css.seconds}>
      <input
        type="range"
        min={0}
        max={MAX_INTERVAL_SECONDS}
        value={seconds}
        aria-label={t('seconds')}
        onChange={(event) => set(event.target.valueAsNumber)}
      />
      <NumberField
        label={t('seconds')}
        min={0}
        max={MAX_INTERVAL_SECONDS}
        value={seconds}
        onChange={(event) => set(event.target.valueAsNumber)}
      />
    </div>
  );
}

export const MessageForm = ({ data, set, errors }: FormProps<'message'>) => (
  <NodeMessage value={data.text} error={errors.get('text')} onChange={(text) => set({ text })} />
);

export function ImageForm({ data, set, errors, references, pending, choose }: FormProps<'img'>) {
  const t = useTexts(panelTexts);
  return (
    <>
      <FileField
        field="file"
        kind="image"
        file={data.file}
        error={errors.get('file')}
        {...{ references, pending, choose }}
      />
      <MessageText label={t('caption')} rows={2} value={data.caption} onChange={(caption) => set({ caption })} />
    </>
  );
}

export function VideoForm({ data, set, errors, references, pending, choose }: FormProps<'video'>) {
  const t = useTexts(panelTexts);
  return (
    <>
      <FileField
        field="file"
        kind="video"
        file={data.file}
        error={errors.get('file')}
        {...{ references, pending, choose }}
      />
      <MessageText label={t('caption')} rows={2} value={data.caption} onChange={(caption) => set({ caption })} />
    </>
  );
}

export function AudioForm({ data, set, errors, references, pending, choose }: FormProps<'audio'>) {
  const t = useTexts(panelTexts);
  return (
    <>
      <FileField
        field="file"
        kind="audio"
        file={data.file}
        error={errors.get('file')}
        {...{ references, pending, choose }}
      />
      <Checkbox label={t('record')} checked={data.record} onChange={(event) => set({ record: event.target.checked })} />
    </>
  );
}

export const IntervalForm = ({ data, set }: FormProps<'interval'>) => (
  <SecondsField seconds={data.seconds} onChange={(seconds) => set({ seconds })} />
);

export function FilesForm({ data, set, errors, references }: FormProps<'files'>) {
  const t = useTexts(panelTexts);
  return (
    <SelectField
      label={t('fileList')}
      required
      options={optionsOf(references?.fileLists)}
      value={data.fileListId}
      error={errors.get('fileListId')}
      onChange={(fileListId) => set({ fileListId })}
    />
  );
}

export function TemplateForm({ data, set, errors, references }: FormProps<'template'>) {
  const t = useTexts(panelTexts);
  return (
    <>
      <SelectField
        label={t('template')}
        required
        options={templateOptions(references)}
        value={data.templateId}
        error={errors.get('templateId')}
        onChange={(templateId) => set({ templateId, values: {} })}
      />
      <TemplateValues
        choice={data}
        path=""
        references={references}
        errors={errors}
        onChange={(values) => set({ values })}
      />
    </>
  );
}
