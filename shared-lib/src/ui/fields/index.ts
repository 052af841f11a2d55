export { Checkbox, CheckboxGroup, type CheckboxGroupProps, type CheckboxProps } from '../checkbox/checkbox.tsx';
export { TextArea, type TextAreaProps } from '../text-area/text-area.tsx';
