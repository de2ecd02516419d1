/**
 * Readings of Chinese characters without a dictionary: the browser's collator sorts them by pinyin, so the
 * first character of each syllable is enough to find the syllable of any other by halving. Each character
 * gets its commonest reading. A ü is written v, as on a keyboard.
 */

/**
 * The first character of GB 2312 for each syllable in the pinyin order of CLDR, then the syllable. Made
 * from the readings of pinyin-pro; the test holds the two together.
 */
const table =
  '吖a哎ai安an肮ang凹ao八ba掰bai扳ban邦bang勹bao卑bei奔ben崩beng逼bi边bian灬biao憋bie玢bin' +
  '冫bing拨bo逋bu嚓ca猜cai参can仓cang操cao册ce岑cen噌ceng叉cha拆chai觇chan伥chang抄chao车che' +
  '抻chen柽cheng吃chi充chong抽chou出chu揣chuai巛chuan疮chuang吹chui春chun踔chuo呲ci匆cong凑cou' +
  '粗cu汆cuan崔cui村cun搓cuo哒da呆dai丹dan当dang刀dao得dei锝de灯deng氐di嗲dia掂dian刁diao爹die' +
  '丁ding丢diu东dong都dou嘟du端duan堆dui吨dun多duo婀e诶ei恩en儿er发fa帆fan匚fang飞fei分fen' +
  '丰feng缶fou夫fu旮ga该gai甘gan冈gang皋gao戈ge给gei根gen庚geng工gong勾gou估gu瓜gua乖guai关guan' +
  '光guang归gui丨gun呙guo哈ha咳hai顸han夯hang蒿hao诃he黑hei痕hen亨heng轰hong侯hou乎hu花hua' +
  '怀huai欢huan肓huang灰hui昏hun耠huo丌ji加jia戋jian江jiang艽jiao阶jie巾jin京jing冂jiong纠jiu' +
  '居ju娟juan噘jue军jun咔ka开kai刊kan康kang尻kao苛ke肯ken吭keng空kong抠kou刳ku夸kua蒯kuai宽kuan' +
  '匡kuang亏kui坤kun扩kuo垃la来lai兰lan啷lang捞lao仂le雷lei塄leng哩li俩lia奁lian良liang撩liao' +
  '咧lie拎lin伶ling溜liu龙long娄lou噜lu驴lv娈luan掠lve抡lun罗luo妈ma埋mai颟man邙mang猫mao么me' +
  '没mei门men虻meng咪mi宀mian喵miao乜mie民min名ming谬miu摸mo哞mou毪mu拿na乃nai囡nan囔nang孬nao' +
  '疒ne馁nei恁nen能neng嗯ng妮ni拈nian娘niang鸟niao捏nie您nin宁ning妞niu农nong耨nou奴nu女nv' +
  '暖nuan疟nve挪nuo喔o讴ou趴pa拍pai潘pan乓pang抛pao呸pei喷pen怦peng丕pi偏pian剽piao氕pie姘pin' +
  '乒ping钋po剖pou仆pu七qi掐qia千qian呛qiang悄qiao且qie亲qin青qing邛qiong丘qiu区qu悛quan炔que' +
  '逡qun蚺ran禳rang娆rao惹re人ren扔reng日ri戎rong柔rou如ru阮ruan蕤rui闰run若ruo仨sa塞sai三san' +
  '桑sang搔sao色se森sen僧seng杀sha筛shai山shan伤shang捎shao奢she谁shei申shen升sheng尸shi收shou' +
  '书shu刷shua衰shuai闩shuan双shuang水shui吮shun说shuo厶si忪song嗖sou苏su狻suan虽sui孙sun唆suo' +
  '他ta胎tai坍tan汤tang涛tao忑te疼teng剔ti天tian佻tiao帖tie厅ting通tong偷tou凸tu湍tuan推tui' +
  '吞tun乇tuo挖wa歪wai弯wan尢wang危wei温wen翁weng挝wo乌wu夕xi呷xia仙xian乡xiang枭xiao些xie心xin' +
  '星xing凶xiong休xiu吁xu轩xuan削xue勋xun丫ya恹yan央yang幺yao掖ye一yi因yin应ying哟yo佣yong优you' +
  '纡yu鸢yuan曰yue晕yun匝za灾zai糌zan赃zang遭zao则ze贼zei怎zen增zeng扎zha斋zhai沾zhan张zhang' +
  '钊zhao蜇zhe贞zhen争zheng之zhi中zhong州zhou朱zhu抓zhua拽zhuai专zhuan妆zhuang隹zhui肫zhun' +
  '拙zhuo孜zi宗zong邹zou租zu钻zuan嘴zui尊zun嘬zuo'

export type Reading = {
  /** `tangshi`; what is not Chinese stays, in lower case. */
  full: string
  /** `ts` */
  initials: string
}

type Compare = (a: string, b: string) => number

/**
 * @param compare the pinyin order of the engine; one that knows no pinyin gives empty readings
 */
export function createReader(compare: Compare): (text: string) => Reading {
  const syllables = [...table.matchAll(/([^a-z])([a-z]+)/gu)].map(([, first = '', name = '']) => ({
    first,
    name,
  }))
  const isPinyinOrder = syllables.every(
    ({ first }, i) => i === 0 || compare(syllables[i - 1]!.first, first) < 0,
  )
  const known = new Map<string, string>()

  const syllableOf = (character: string): string => {
    let low = 0
    let high = syllables.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (compare(syllables[middle]!.first, character) <= 0) low = middle
      else high = middle - 1
    }
    return syllables[low]!.name
  }

  const read = (character: string): string => {
    if (!/\p{Script=Han}/u.test(character)) return character.toLowerCase()
    const name = known.get(character) ?? syllableOf(character)
    known.set(character, name)
    return name
  }

  return (text) => {
    if (!isPinyinOrder) return { full: '', initials: '' }
    const names = Array.from(text, read)
    return { full: names.join(''), initials: names.map((name) => name.slice(0, 1)).join('') }
  }
}
