import { expect, test } from 'vitest'
import { headingOf } from './read-notes-file.ts'

test.each([
  ['第9课 秦统一中国\n时间：公元前221年\n人物：嬴政', '第9课 秦统一中国'],
  ['\n细胞的结构\n细胞膜：控制物质进出\n细胞核：控制中心', '细胞的结构'],
  ['光合作用：制造有机物\n# 生物\n呼吸作用：分解有机物', '生物'],
  ['光合作用：制造有机物\n呼吸作用：分解有机物\n蒸腾作用：散失水分', ''],
  ['1. 细胞膜\n2. 细胞核\n3. 细胞质', ''],
])('the name of %j', (notes, name) => expect(headingOf(notes)).toBe(name))
