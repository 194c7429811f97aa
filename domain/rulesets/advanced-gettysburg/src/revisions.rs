//! The revisions of these rules. Games that ended under an earlier one are judged by what was ruled then, and a running game by what was ruled at each of its
//! orders, so a mended rule asks [`Board::since`] which it is.
//!
//! What each rules otherwise than the one before, a clause a line:
//!
//! # Revision 2
//!
//! * a charge has what is left of twelve points for its retreat and its advance after combat (0.6.3, §30.1.1, §31.3), and one that spends its experience is
//!   over (§33.1.5c)
//! * who goes back or steps into a flank hex captures commanders there (§17.1.8, §24.4.3a)
//! * a place that counts is entered by who passes through it or goes back into it (§37, ruling 40)
//! * a changed road wants four turns before an arrival that is hastened after it (§34.21.7)
//! * of an exchanged corps the later groups come by the road of its body (0.5.4, ruling 78)
//!
//! # Revision 3
//!
//! * markers of an attacking line catch up by themselves with those that came beside an enemy (§22.7)
//! * a line takes the way by which it meets a commander, where that costs no more (§17.1.8)
//! * a division commander may take the corps of a commander who is lost (0.3)
//! * `favour` among the standing orders, for games of several seats a side
//! * markers of a line join in one hex (§17.1.2)
//! * any commander rides as far as his men have points, whoever gave them (§16.2.1b, §14.1)
//! * arrivals and attackers that need no commander are not counted against his limits (§14.3, §14.4)
//! * an arrival in enemy range in either side's turn, on its way too, or forced into line, is none any more (§16.1.1)
//! * six points without a roll want a brigade out of the range of an enemy within three hexes and of all enemy brigades, not of batteries farther off (§22.14,
//!   ruling 57)
//! * who is named to attack stays in line until it is ended in the opening (§22.5, §22.12)
//! * who goes back in the range of batteries alone comes into none of a brigade (§22.3)
//! * a column that goes back after combat does so tail first, each marker into the hex of the one behind it (§19.2.2, §21.3, §30.0)
//!
//! # Revision 4
//!
//! * a line of one marker turns by no bends where it may not turn (§19.4.1, §22.3)
//! * attackers that need no roll make none (§22.10, §22.14)
//! * a marker by which a line grows captures commanders (§17.1.8), may be added in the range of an enemy brigade that the line is in, and pays for the woods or
//!   the range it comes into (§18.7, cost chart, ruling 59)
//! * a column that closed up does not turn and then march on (§17.1.3)
//! * under a level that is free to choose points are kept though the step could be had with disorganization (§13.4, §13.8)
//! * a battery that keeps points has ended its move (§13.8), limbers and unlimbers beside brigades of another command (§17.2.7), turns with the others of its
//!   hex (§19.2.4), turns no farther than it flips over in enemy range (§18.3, §19.4.1), but with the last hex of a way too (§21.3), and goes back from the
//!   range of guns alone into none of a brigade (§22.2)
//! * a column beside an enemy forms line for nothing (cost chart), and one of one marker in enemy range with its flanks where head and rear were (§18.1,
//!   §19.4.1)
//! * a column of full markers faces about (§19.4.1), and its head points at none of its own (§6.2.6)
//! * markers that close up at night come no nearer to the enemy (§35.1)
//! * a line with more than eight points in a marker, or thinned by losses, faces about (§11.10, §33.3.5)
//! * who forms line has inner markers as strong as a line's must be (§7.1.3)
//! * a marker out of enemy range that moves begins no retreat of one within it (§21.1, §21.7)
//! * six points without a roll are those of who started its turn so, whoever moved since (§22.14)
//! * delayed columns come on beside their road too (§34.3.5), and who comes on beside it is no reinforcement after that (§16.1.1)
//! * a battery takes fewer ammunition factors at night where that is said (§29.4.3)
//! * an entry option comes to light with what appears by it, and its points with the brigade that they join (0.5.3)
//! * fire at an attack column and through a refused flank at the marker beside it is no flank fire (§23.1, §23.2b)
//! * a defender goes back of its own will by no way on which it exposes a flank (§23.4)
//! * guns that fire alone are not to be matched (§24.2d)
//! * a marker that return fire falls on does not step into a flank hex (§24.4.3f), and who steps into the flank hex of two chooses (§24.4.3a)
//! * a battery that goes back two hexes turns with the first (§21.3)
//! * who was only fired at, or charged, advances after combat (§31.1), an attack column not with a line before its head (§31.1a), and each marker of a line
//!   turns as it advances (§21.2)
//! * lines that losses left uneven are even out of enemy range (§33.3.5b)
//! * a commander counts what he commanded last (§37.4)
//! * brigades that were transferred are of their new division's and corps' company, also under a substitute (0.2, 0.3, §17.2.7), and who is under a movement
//!   order is led by nobody else (0.2.3)
//! * with General Jackson the Confederate reserve is open to every battery, and Ewell's division is the first (0.3, 0.7, 0.10)
//! * attack columns go back in their Movement Phase (0.6.1, §21.6)
//! * work left by a retreat is begun anew (0.12.6)
//! * an artillery commander's order is revoked in a later night (0.13.5)
//!
//! # Revision 5: chapters 6 to 18
//!
//! * horse at rest is judged by the chart's column of horse in column, so that it goes to rest after more than ten points (§8.0, §13.5, §16.2.1)
//! * a column that forms line with other points than its markers have shares them out at the chart's price, not at all beside an enemy, where it flips over as
//!   it is, as it does in enemy range when losses left it uneven (§7.1.4, §18.1, §33.3.5b)
//! * who closes up to form line is looked at where it lies then, and each marker has spent what it did, also where a line forms column or grows (§13.7)
//! * a thick line grows by a weak flank marker (§7.1.1, §18.7)
//! * a column marches and faces about so that its head points at none of its own (§6.2.6)
//! * points that join a line, or even it out, leave room for another brigade's flank marker (§17.1.6, ruling 62)
//! * points kept for a step that has become cheaper are gone with it (§13.8, ruling 14)
//!
//! # Revision 5
//!
//! * a corps leaves no more ammunition behind than its own share has left (0.9, 0.10)
//! * who goes back or advances after combat has not fired out of the woods that it left, nor begun works there, when it returns (ruling 67, 0.12.6)
//! * in works of its own side an attacker reaches two hexes, and guns with attackers in works of the enemy fire at nothing farther off than one (0.12 effect 6,
//!   §29.0.3, ruling 81)
//! * who fires by surprise does so with cannon that have ammunition, all of a hex together, and within the limits of combat fire, and a line that is surprised
//!   has six points (0.1, §24.2, §24.5, §29.4.4, ruling 25)
//! * who of several that wait takes a division is his player's choice (0.3, ruling 80)
//! * half a point that a road lets in is no delay for who waits behind it (§34.1.9, §34.3.2)
//! * an attack column retreats off the map too (0.6.1, §21.8)
//! * guns come on by a road that guns alone have in range (§22.2, §34.1)
//! * an attack column beside an enemy forms line for nothing, and one in a single hex of enemy range with its flanks where head and rear were (0.6.1, §18.1,
//!   §19.4.1, cost chart)
//! * a transfer is changed in a later night (0.2)
//!
//! # Revision 5: §19.0 to §28.0
//!
//! * a marker of any line turns by no bends where it may not turn (§19.4.1, §22.3)
//! * a battery that withdraws looks as limbered batteries do that it joins (§19.2.4)
//! * an attack column goes back into no range from out of all (0.6.2, §22.1)
//! * of an attacking line that cannot go ahead as a whole the markers go that can (§22.15)
//! * an attack lapses for which no roll is made that it needs, unless beside an enemy (§22.10, §22.11)
//! * the hex that a marker leaves covers no flank of it (§23.4)
//! * a defender withdraws beside no other enemy (§24.1)
//! * guns are matched by what they fire beside the muskets of their hex (§24.2b, §24.5)
//! * fire goes on, and is returned, at those alone who were struck before (§27.1, Combat Fire Table), returned by no brigade that retreated, and by the cannon
//!   of a hex once (§24.3)
//! * a brigade beside an attacker only goes back while a marker of it is in range (§27.4)
//! * who carries an assault as defender attacks from its next turn on, if it goes on, and is not held to six points if it does not (§28.3, §22.4, §22.12)
//! * a marker that comes into woods has not fired from there (ruling 67)
//!
//! # Revision 6: chapters 1 to 18
//!
//! * nobody passes a turn whose brigade has begun to retreat and could roll and go back (§5.1, §21.6)
//! * a battery beside an enemy and out of his range turns where it stands (§18.3, §19.4.1)
//! * a column whose head would point at a marker of its own marches and faces about looking aside (§6.2.6, §19.4.1)
//! * a column is set up with its markers behind one another and its head pointing at none of them, a line with more than eight points in a marker too, and a
//!   brigade commander with any marker of it (§6.1, §6.2.6, §7.1.1, ruling 84)
//! * points are kept for a marker at the flank where it costs more, though one at the other could be had (§13.8, §18.7, ruling 14)
//! * markers of a column close up behind a head that lies in enemy range or beside an enemy, where they move out of it (§17.1.3, cost chart)
//! * points join a line that holds more than eight in a marker, and leave it (§7.1.1, ruling 62)
//! * points that join a line or leave it move none of the others to another hex (§7.1.4, ruling 62), nor those of a line in enemy range of which losses left
//!   inner markers too weak (§33.3.5b)
//! * of several seats of a side one that says next has done with the moves of its brigades so far, also where a later segment comes while it waits (§15.2,
//!   §15.8)
//! * who is asked for as primary commander by a seat stays out of view (§3.0, 0.1)
//! * a die for somebody out of view ends the moves of the brigades of the seat whose it is, whoever rolls it (§15.4, 0.1)
//! * points that were kept are spent beyond the last row of the Activity Capability Chart too, for what that row costs (§13.8, ruling 88)
//! * Stuart leads as the corps' commander whom he did not lead as a division's, and must where nobody else can take it back (§15.3, §21.6, ruling 49)
//! * a commander whose men charge rides twelve hexes (§16.2.1, 0.6.3)
//!
//! # Revision 6: §19.0 to §28.0
//!
//! * what cannon fire at one of two brigades of a hex and falls on the other counts as often as that one's own marker is taken in the flank (§23.2b, §23.3a,
//!   ruling 65)
//! * points that step into the flank hex of one of two brigades of a hex strike that one in the flank alone (§23.2b, §23.3c)
//! * they pass through batteries of their own and markers of their brigade (§24.4.3a), capture commanders whom they pass (§17.1.8), and come from a bent marker
//!   by the front that it has kept (§11.7, §19.4.1)
//! * markers of a line that move from one flank on cover the flanks of those who follow, also where these go by a commander (§11.4, §17.1.8, §23.4, ruling 61)
//! * the hex that a marker leaves hides what lies behind it no more: there it turns by one hexside, exposes no flank, and nobody who does not attack comes into
//!   such a range (§20.3.5, §21.1, §22.3, §23.4)
//! * a bent marker advances and goes back after combat by the front that it has kept (§11.7, §21.2, §21.3)
//! * a marker that was struck in the flank makes no assault from where it has advanced either, and none that comes where another fired has fired (§23.3c,
//!   §25.0)
//! * points that step into a flank hex are covered and hidden by nobody where others have all stepped out before them, and covered where these stand (§20.3.5,
//!   §24.4.3e, ruling 61), and the hex that they left is in the air, and free for others (§24.4.2, §24.4.3a)
//! * an attack column goes back into no range that it hid itself (0.6.2, §20.3.5, §22.3)
//! * cannon that spill into the hex behind look as the batteries do that stand there (§17.2.11, §19.2.4)
//! * who withdrew after combat out of all ranges returns no fire by a marker that stayed (§27.1, §30.1.2)
//! * fire out of works at works in woods is rounded down once (0.12 effects 2 and 3, rulings 24 and 52)
//! * what one of several seats has told of the fire of a hex is not made void by another, and the second brigade of a hex steps out of it by its own seat's
//!   word when all of the first have (§24.2, §24.4.3a)
//! * cannon or markers of a hex that reach nobody of those who fire at it and are not matched yet fire elsewhere, once all that can be matched together is
//!   (§24.2b, §24.2d)
//!
//! # Revision 6: §29.0 to §37.0 and the options
//!
//! * who carried an assault and could not advance then does so, the first hex for nothing, as soon as another assault lets it (§31.2, §31.3)
//! * an attack column advances into no hex where friends stand, and looks whither it went (§6.2.6, §17.1.5, §19.4.2, §31.0)
//! * no battery is left to come before its hour by a road by which no brigade of its hour comes then, in whatever order that is written (§34.21.2, ruling 77)
//! * of a battery that lies in two hexes those cannon alone count in works that stand there (§17.2.11, 0.12 effect 4)
//! * a marker that stays where it is while others of its line advance or go back after combat turns by no bends either, and goes ahead or back by the front
//!   that it has kept (§11.7, §19.4.1, §21.2, §21.3), and a line turns too as it advances into hexes out of which who is routed goes (§21.2, §31.5)
//! * of two ways back after combat to one place that is open too by which a commander is captured or a place entered, and who goes back its own way has entered
//!   the hexes between (§17.1.8, §21.3, ruling 40)
//! * who lies in the way of an advance into the hexes behind it goes to others, and is not lost for want of those (§31.5, ruling 71)
//! * an advance that waits for it leads where it was told, whatever hexes are left meanwhile (§31.5)
//! * who comes upon a hidden enemy as he advances after combat takes and holds nothing (0.1, §31.6), and who goes back from an ambush captures whom it comes
//!   upon (0.1, §17.1.8)
//! * who is kept back by the gap of the VI Corps delays nothing (§34.1.9, §34.3.2)
//! * an attack column has two markers in a hex at most, whether its brigade was at rest, in line or closed up before, and strength that joins it waits for room
//!   (0.6.1, ruling 62)
//! * none of its markers joins its head nearer to the enemy at night (§35.1)
//! * no commander rides into a hex beside an enemy brigade or battery at night, beside which he stood already either (§35.2)
//! * attacks of both sides end with the first player turn of the night (ruling 86)
//! * brigades that come on by a road in one turn have one level by all that each uses in it: who comes on later pays for it once and uses no dearer one, in
//!   line too, and behind who comes on in two orders there is as much room as behind one (§34.1.6, §34.1.7)
//! * who attacks or retreats does not dig (0.12.1, §21.6, §21.7, §22.6)
//! * a column or battery that was within two hexes of one hidden enemy as it set out comes upon another (0.1, detachments 10)
//! * brigades of the VI Corps keep a hex between them where they come on in line too (Union Order of Appearance, note)
//! * a charge that has come beside an enemy does not form line there in the same Movement Phase (0.6.5, §22.8)
//! * who comes behind horse artillery pays for its level once (§34.1.7)
//! * who completes its entry in a turn has one level with those that come on by its road in it, no foot come on by a road with horse at a level above ten
//!   points, and behind a battery that comes on in two orders there is as much room as behind one (§34.1.6, §34.1.7)
//! * a brigade of the VI Corps that goes on in its turn of arrival, or with its rear beyond the map, enters no hex beside another one (Union Order of
//!   Appearance, note)
//! * a column or battery that has gone away from a hidden enemy comes upon him as it comes back (0.1, detachments 10)
//! * a way back over a commander or a place is open where it exposes no flank itself (§17.1.8, §23.4)
//! * a column or battery that goes back from an ambush in its own player turn vacates nothing that its side might advance into (0.1, §31.1b)
//! * of two ways back of an attack column to one place that is open too at whose end its head looks elsewhere, or by which it comes upon other things (0.6.1,
//!   §17.1.8, §21.3, §30.1.1)
//! * a battery that withdraws turns by a hexside with its last hex too, where it joins no other (§21.3, §30.1.2)
//! * the level of horse artillery that came on first is open to all who come on behind it, and a battery that goes on after others came uses none that is
//!   dearer to them (§34.1.7)
//! * foot that waits for want of a level as high as that of horse before it delays nothing (§34.1.9, §34.3.2)
//!
//! # Revision 7
//!
//! * of a battery that lies in two hexes those cannon alone count in an assault that lie in the assaulted one (§17.2.11, §26.1b)
//! * one that goes back into the hind one has vacated the other alone (§17.2.11, §31.1b)
//! * of one captured in one of its two hexes the cannon in the other, where others of its side stand, come to the captor (§17.2.11, §31.6)
//! * a battery goes back two hexes from an ambush, nearer friends or not (0.1, §30.2.1), and exceeds its points for its place in a column with a brigade alone,
//!   not behind batteries (§33.0.2)
//! * the cannon of batteries captured together stay in their other hex where nobody else of their side stands, and who stands there hidden comes into view
//!   (0.1, §17.2.11, §31.6)
//! * a battery in two hexes is one target, and done with in both when another is fired at (§17.2.11, §29.1)
//! * who goes back or advances after combat captures commanders out of view too where it comes (0.1, §17.1.8, §31.6)
//! * a column whose head and rear point the same way forms line before fire with its front where its player says (§24.6, ruling 46)
//! * an attacking brigade uses its points in advance though only another enemy than the nearest comes nearer by it (§22.6, §22.15)
//! * a brigade leaves the map when all of its markers can go so far, a battery in two hexes by both (§11.4, §13.7, §17.2.11, §21.8)
//! * who digs as it comes on has one level with those of its road and pays for it once, and what it digs is of the points of its turn of arrival (§16.1.1,
//!   §34.1.7)
//! * no marker digs on where another one dug, one that walks takes no points from those that stay and dig, and it may be said who digs (§13.7, 0.12.7)
//! * who goes back from an ambush has retreated in its Movement Phase (0.1, Combat Assault Table)
//! * a commander takes back whom he alone could who must go on retreating, as far as he controls and coordinates, in whatever segment he leads, and rides away
//!   from none of them before (§14.3, §14.4, §15.3, §21.6)
//! * a brigade commander stays with his marker in losses, in hasty lines and as it goes back or ahead after combat (§16.2.3)
//! * no marker goes back after combat by its own will, or off the map, that holds more than eight points (§11.10, §21.8, §30.1)
//! * a line that goes by somebody hidden has come beside him, at night it does not, and no commander comes beside one (0.1, detachments 10, §35.2)
//! * a line out of view is seen where any of its markers passes (0.1, outposts 6 and 12)
//! * of two points that a line loses at once where all of its markers hold one, both go from where its commander is not (§16.2.3, §33.3.5, ruling 72)
//! * he stays with his marker also where another is lost on the way back (§16.2.3, ruling 71)
//! * who extends a line may say what all of its markers hold then (§18.7)
//! * of a level that a die has given all is kept that does not pay for the next step (§13.8)
//! * a column of which a part lies beyond the map yet forms line before fire to either side (§24.6, ruling 46)
//! * cannon of a hex that fire at both hexes of a battery count together (§17.2.11, §29.1)
//! * a line whose markers have no way back together may go back after combat each by itself also where nobody else may (§21.3, §30.1)
//! * what returns fire out of a hex is of its eleven points, beside what fires anew (§24.5, §27.1)
//! * of an attacking line that cannot go ahead as a whole the markers go that can, though only another enemy than the nearest comes nearer by it (§22.6,
//!   §22.15)
//! * who was routed and withdraws after combat is in involuntary retreat still (§21.6, §21.7, §30.1.2)
//! * of two roads as near a battery that left the map comes back by either (§21.8)
//! * who stands beside an enemy and out of his range, where it moves by retreat alone, leaves the map by that too (§21.8, cost chart)
//! * who must go on retreating does so through friends too, where there is room behind them (§17.1.5, §21.6, §21.7)
//! * cannon that return fire at two hexes, or beside muskets of which some attack and some return it, have together what these leave of the eleven points of
//!   their hex (§24.5, §27.1)
//! * a charge that stood beside an enemy as its turn began gallops on (0.6.1, §22.8)
//! * no battery of the VI Corps is sent at another hour or by another road than the others, and one that left the map keeps no brigade of it from coming on
//!   (§21.8, Union Order of Appearance)
//! * a line into which a column was forced that is too long for its commander goes back so, with him in its middle (§6.1.5, §16.2.3, §21.7, §24.6)
//! * of a line that lies beyond the map in part he is placed with any marker on it (§6.1.5, §16.2.3)
//! * who carried an assault and can advance only as it bends must do so too, by the free hex, and whoever has no other advance is waited for (§21.2, §31.2,
//!   §31.3)
//! * a marker that stays as others advance changes its type about its front as far as that lets it (§6.2.7, §19.4.1, §31.0)
//! * of equal markers one on the road beyond the map is farthest from the counter, and loses a point first (§33.3.5, ruling 72)
//! * a line that must advance or go back after combat is asked how where one way of it is in the menu, since each marker may go its own and turn (§21.2, §21.3,
//!   §30.2, §31.2)
//! * a line that was forced to be too long for its commander goes back so too beside an enemy who has it in no range (§6.1.5, §19.4.1, §21.3, cost chart)
//! * of two brigades in a hex fire is returned at the one that was aimed at before, and not at the other (§27.1, ruling 65)
//! * a column that lies beyond the map in part keeps points for the next hex of its head (§13.8)
//! * delayed columns that come on by one hex beside their road in a turn do so one behind another (§34.1.6, §34.3.5)
//! * a delayed commander comes on beside his road too (§34.1.10, §34.3.5)
//! * who completes its entry under the primary commander, no reinforcement any more, leaves as much room behind it by two orders as by one (§34.1.6)
//! * points that were kept are no part of the one level of those who come on by a road (§13.8, §34.1.7, ruling 88)
//! * who comes on in line or beside its road pays for the level of batteries before it once (§13.9, §34.1.7)
//! * attackers to whom fire is returned in a second turn running answer it once (§27.1, §27.2)
//! * fire is returned at the brigade that was struck, though a weaker one has come into its hex since, and at other hexes than that at which the other of two
//!   brigades is aimed at anew, and at which of two is aimed is kept as long as fire goes on (§27.1, ruling 65)
//! * what an artillery commander was given who is captured since is revoked in a later night too, and who has given up his batteries in a night is given others
//!   in it (0.13.1, 0.13.5)
//! * fire that is returned at works from elsewhere than before them takes their help from the fire out of them, as an attacker's does (0.12 effect 2, §27.1)
//! * horse that came on in column pays for a line by the chart's column for lines, whatever level came on before it, and who has points kept digs with them
//!   beyond that level (§13.9, §34.1.7, 0.12.7, ruling 88)
//! * a column of several hexes whose head looks aside forms line in enemy range, or beside an enemy, with its flank where that looked (§18.1, §19.4.1, §24.6)
//! * who answers returned fire out of works may leave them unused (0.12 effect 5, §27.1)
//! * a marker steps into a flank hex out of a hex at which fire could be returned and is not (§24.4.3f, §27.1)
//! * nobody returns fire who cannot fire any more (§17.2.9, §27.1, §29.4.4)
//! * who begins on the map behind no line, or takes over a command, stays in view until it moves away from there, and goes out of view there when it has come
//!   back (0.1, outposts 8)
//! * a counter is placed in view while lines are laid too (0.1, outposts 2), and what was written of its entry comes to light as it comes into view (0.1,
//!   §34.21.10)
//! * a marker that joins another one with more than eight points has shared them out before, at the price of that and not beside an enemy (§7.1.4, §11.10,
//!   §17.1.2)
//! * who retreats shares points out as it goes back alone, and who was routed for none of the eight that it expends in retreat (§7.1.4, §21.6, §21.7)
//! * the marker that led a column which formed line in haste, its head turned aside, keeps the front that it has so (§11.7, §19.4.1, §24.6)
//! * a brigade of the VI Corps keeps a hex from another one that came on in the same turn, whatever either has formed since, and in line as in column (Union
//!   Order of Appearance, note)
//! * who began on the map and comes back in more than one order is no reinforcement (§16.1.1, §21.8), and who comes back by another road than that of its card
//!   leaves as much room behind it by two orders as by one (§21.8, §34.1.6)
//! * artillery comes on by no road with horse artillery at a level above six points, unless in column with a brigade (§33.0.2, §34.1.7)
//! * nobody begins out of view behind a line that was taken up, or laid elsewhere, before play (0.1, preparation 3)
//! * a brigade is transferred to the division that Stuart commands, and none to who waits for a division or takes no part (0.2, transfer orders, ruling 49)
//! * of a battery that withdraws after combat one that stays in its hex returns the fire of their cannon, and names no target of its own (§24.0.3, §27.1,
//!   §30.1.2)
//! * nobody returns fire whose only fire is given up to aim at the other of two brigades (§27.1, §27.3)
//! * what a defender has fired before it goes back counts where it is assaulted then (§26.1b, §30.1.2)
//! * an attack column that did not gallop pays in its advance after combat the disorganization of the points that it uses (0.6.3, §13.9, §31.3), and its attack
//!   ends with the Assault Phase where that was the last of its experience (§33.1.5c)
//! * captured guns are given to an artillery commander of their captors, whatever is written of them by those who lost them, and are of the battalion of their
//!   captor's division, or of the artillery brigade of his corps (0.13.1, 0.13.3, §31.7)
//! * guns that withdrew after combat and were captured in the same turn pay for it in their next, which is their captor's (§30.1.2, §31.7)
//! * who fired in works as an attacker, or in a hex with one, had not the use of them, so that it returns fire and assaults as a defender in its turn, and
//!   leaves them unused as it returns fire (0.12 effects 5 and 6), as does who fired before they were finished in its hex
//! * who left works of the enemy unused and attacks from them reaches one hex (0.12 effect 6, ruling 81)
//! * the Confederates are named in the turn too in which their second division, kept back, may come on in line or beside its road (0.7, §34.3.3, §34.3.5)
//! * horse artillery that comes on with other artillery keeps what their level leaves it (§13.8, §34.1.7)
//! * who retreats bends and faces about, as far as it may turn where it stands (§6.2.7, §19.4.1, §21.6)
//! * who fired at the batteries of a hex answers the fire that one of them returns, also where another that fired nothing has withdrawn (§27.1, §27.2, §30.1.2)
//! * a battery that came back by another road than that of its card is none of those that come on by that (§21.8, §34.1.7)
//! * who left the map as it retreated retreats no more, and comes back at night (§21.6, §21.8), horse by its column of the chart, in whatever formation it left
//!   (§13.9, §21.8)
//! * an attacking brigade that spends points which it kept uses all of its level besides (§13.8, §22.6, ruling 88)
//! * an attack column keeps points for the next hex as it goes back (0.6.1, §13.8)
//! * who went back after combat keeps of a level that is free to choose what six points, or eight of horse in column, leave it beside those that it owes
//!   (§13.8, §30.1.2)
//! * of an attack column that goes back in its Movement Phase, or off the map, no marker comes beside an enemy, into a range from out of it, or nearer to him
//!   at night (0.6.1, §22.1, §24.1, §35.1), and of a line that leaves the map none comes nearer at night (§21.8, §35.1)
//! * nor does a column or battery come beside somebody hidden at night (0.1, detachments 10, §35.2)
//!
//! # Revision 8: return fire
//!
//! * a marker, and the cannon of a hex, return at several hexes together no more points than they have now, by what the answer has cost too (§24.3.5, §27.1)
//! * of batteries that fired together those return it that have stayed and can fire, also for one that marched off, and with no points of those that have gone
//!   or cannot
//! * one that came since, or fired at nothing then, names a target of its own (§24.0.3, §27.1, §29.4.4, ruling 89)
//! * who fired at a marker that has nothing to return answers its brigade which returns fire by another (§27.3)
//! * of those in a hex who fire in its defence the others answer all the same, by what that leaves of its points (§24.2, §24.5, §27.2)
//! * the answer at batteries strikes no brigade that has come to them since (§27.1)
//! * points that had stepped into a hex which a marker of their own had left are not returned by that one (§24.4.3c, §27.1)
//! * of the batteries of a hex that return fire together those fire that can when it is their turn, though the one that gave word for them has lost by the
//!   answer the last brigade of its own near it (§17.2.9, §27.1)
//! * of several seats one whose battery fires heavily has its Artillery Fire Phase until the rest of its cannon have fired (§29.1, §29.3)
//! * a battery that lies in two hexes, one of them beside cannon, is not fired at by these in the other (§17.2.11, §29.0, Artillery Fire Table)
//! * who must go on retreating, and can only roll alone, rolls for no retreat that the highest level of that roll does not pay for, beside what it owes (§15.2,
//!   §21.6, §30.1.2)
//! * a brigade that was beaten returns no fire by a marker that found no other hex in the end than that from which it fired, its retreat over or not (§27.1,
//!   §30.2.1)
//!
//! # Revision 8: lines
//!
//! * a line that goes back from beside an enemy who has it in no range has retreated in its Movement Phase: it returns no fire, and is two weaker when it is
//!   assaulted next (§21.3, §27.1, cost chart, Combat Assault Table)
//! * a battery that lies in two hexes moves by retreat alone, and changes formation at the price of that or not at all, where its hind cannon are in enemy
//!   range or beside an enemy (§17.2.11, §18.3, §21.1, cost chart)
//! * markers that come on over the edge in line show no flank as straight ones, each by itself (§11.7, §23.4, §34.3.3)
//! * points that stand in a flank hex, and markers that have gone back after combat, hide from muskets who goes after them (§11.4, §20.3.5, §23.4, §24.4.3e)
//! * a marker that may not turn changes its type about its front by more than half a hexside in one order, as it may in several (§6.2.7, §19.4.1)
//! * of a line that leaves the map no marker comes into the range of a brigade from which it hid the hex itself (§20.3.5, §21.8, §22.3)
//! * a battery that goes back leaves no cannon in the hex that it left, with its counter turned about, for want of room in the next (§17.2.11, §21.3)
//! * of a line whose flank is seen on the way alone, and not where that ends, the markers that have come cover who follows too (§11.4, §23.4)
//! * ranges are those of who has the use of works now, also where that alone has changed (0.12 effects 4 and 5, §20.0)
//! * at night who moves by retreat alone, a battery and an attack column too, comes out of the three hexes by its rear hexes or not at all, so that it goes
//!   nearer to another enemy, off the map too, where these lead so, and for markers that close up, and a line that leaves the map, ranges that bar them are no
//!   way out (0.6.1, §21.1, §21.3, §21.8, §22.1 to §22.3, §35.1)
//! * a marker that goes back from beside an enemy out of his range comes into that of guns its rear first, off the map too (§21.3, §21.8, cost chart)
//! * at night an attack column comes out of the three hexes in one order as in two, by the hex behind it in each from which it goes on (0.6.1, §21.3, §35.1)
//! * out of all ranges too a hex that a range reaches is a way out at night by rear hexes alone (§21.1, §21.3, §35.1)
//! * a marker by which a line grows, which brings nobody out of the three hexes, comes no nearer to the enemy at night (§18.7, §35.1)
//!
//! # Revision 8: marches
//!
//! * a battery in two hexes moves by retreat alone where either of them is in enemy range or beside an enemy, changes formation for a point more in his range
//!   and not at all beside him, and goes back into a range in which a part of it lies (§17.2.11, §21.1, §22.2, cost chart, ruling 59)
//! * a battery in column with brigades uses the level of these in whole points (§13.4, §33.0.2), of which points that were kept are no part, while its own are
//!   beyond it (ruling 88), and less what it owes for a retreat after combat (§30.1.2)
//! * horse in column or at rest keeps points for a line that would cost it disorganization (§13.8, §13.9)
//! * a column that closed up, and of which losses left one marker behind another, marches (§17.1.3)
//! * nobody forms column who shares a hex with another brigade, be it one out of which its rear closes up (§17.1.6, §18.1)
//! * points kept for a step of a line serve for that one, at the flank where it was wanted, though it has faced about since (§13.8, §13.10, ruling 14)
//! * who goes to rest has given up the step that it kept points for: the line or column that it forms out of rest is another one (§13.8, §13.10, cost chart)
//! * what a brigade owes for a retreat after combat is deducted from its level, and from no points that it had kept beyond that (§13.8, §30.1.2, ruling 88)
//! * a column that losses left uneven closes up as soon as it is out of enemy range, in the middle of its Movement Phase too (§7.2, §33.3.5b, ruling 72)
//! * a column that has closed up closes up no further, on the way to a line or to rest neither (§17.1.3)
//! * points that were kept and spent stay beyond the level of who keeps others in the same turn (§13.8, §33.0.2, ruling 88)
//! * points that guns kept to limber do not serve to unlimber, nor the other way (§13.8, §13.10, cost chart, ruling 14)
//! * losses cost no activity points, so that each marker advances after combat by what it has spent itself (§13.7, §31.4)
//! * points that a line kept for its next hex serve for that of the markers that are left when it loses its left flank marker (§13.8, §13.10, ruling 14)
//! * points kept for a hex serve for that where it is the next one, and for no way of several hexes to it (§13.8, §13.10, ruling 14)
//! * of a thinned line who shares points out as its markers join makes no inner marker too weak (§7.1.2, §7.1.3, §17.1.2)
//! * points that guns kept for a change of formation which has become cheaper are gone with it (§13.8, §13.10, ruling 14)
//! * a column that closed up, and of which losses left one marker behind another, marches also when strength has joined it in its last hex (§17.1.3, ruling 62)
//! * horse that marched, and forms line in the same turn, pays for all of its level by the chart's column for lines, and what it paid in line is deducted as it
//!   marches after that (§13.9)
//! * the markers of a column on the map go ways of their own, also where its head stays, change places where they have as many points, and close up in any hex
//!   (§11.4, §11.5, §12.1, §17.1.3)
//! * a brigade that only looks elsewhere, faces about or bends where it lies recovers as who stands: the chart has all movement and all activities, and no
//!   row for that (§13.1, §19.4.1, §33.2, §35.4)
//!
//! # Revision 8: command
//!
//! * brigades of another division of his corps Stuart leads as the corps' commander, in the segment of those, and his division before (§15.3, ruling 49)
//! * who comes upon somebody hidden in whose range it is then is no reinforcement any more (0.1, §16.1.1)
//! * a primary commander whose men in range all attack, or have ended an attack, rides eight hexes, as they have six points (§16.2.1, ruling 17)
//! * who leaves the map captures commanders in the hexes that its markers enter on their way, and is the last in places that count (§17.1.8, §21.8, ruling 40)
//! * an attack column closes up neither to rest nor into fewer hexes to form line (0.6.1, §17.1.3, §18.5)
//! * the range of somebody out of view ends no exemption of the enemy (0.1, §16.1.1)
//! * who goes back or advances after combat by hexes in enemy range is no reinforcement any more, be it out of it in the end (§16.1.1, §30.0, §31.0)
//! * guns that Confederate horse has taken keep company with all of its corps, as the horse artillery does (§17.2.7, §31.7)
//! * who comes on in two marches with a change of formation between them leaves room by both (§34.1.6)
//! * steps into a range that bars who goes are no way out of the three hexes at night (§22.1 to §22.3, §35.1)
//! * a commander whose men owe points for a retreat after combat rides as far as these leave them, eight hexes at least (§16.2.1, §30.1.2)
//! * a battery that entered a hex in its Movement Phase fires in no combat fire of its turn, also at an enemy who has come into view beside it since (0.1,
//!   §24.0, ruling 15)
//! * who lay in enemy range between two orders is no reinforcement any more, be it out of it as the phase ends (§16.1.1)
//! * a line that does not attack, comes into the range of guns on its way and goes on from there has retreated in its Movement Phase, in one order as in two
//! * of ways as dear its markers take one on which they do not (§16.1.1, §21.1, §21.3, Combat Assault Table, note)
//! * of several seats the army's may name attackers, or end attacks, behind its primary commander, who has the level of his men then (§16.2.1, ruling 17)
//! * a reinforcement that is driven off the map by somebody who has it in no range is none when it comes back (0.1, §16.1.1, §21.8)
//! * a commander rides no farther for men off the map whose entrances the enemy keeps shut, as no level is available to them (§16.2.1, §34.1.9)
//! * nor for men who come on with others than by the level that all of these have (§16.2.1, §34.1.7)
//! * how far a primary commander rides with men under covers is his side's alone to know (0.4, §16.2.1)
//! * of several seats one says for which later segment it waits, beyond the next one too (§15.8)
//! * of several seats one is told in guards of its queue, and in conditions of `pass`, of its own counters and not of all of its side (§3.0, §36.0)
//! * a queue of the army's seat may name as primary commander whom it was asked for (§5.1A)
//! * names and movement are not hidden where a side has several seats (0.1, 0.4)
//! * of several seats one says at which of two brigades is fired where something of its own fires (§3.0, §24.3.7)
//! * General Jackson is not played with four seats a side, as nobody would be under that of the III Corps (0.3)
//!
//! # Revision 8: fire
//!
//! * the cannon of a hex fire on, with 1 off the die, whichever of its batteries stands for them (§24.0.3, Combat Fire Table, note)
//! * nobody steps into a flank hex in which somebody stands out of view, or through it, and a commander out of view there is captured (§17.1.8, §24.4.3a, 0.1)
//! * points that step into a flank hex from afar are aimed at either of two brigades in the hex before them (§24.3.7, §24.4.3, ruling 65)
//! * of two brigades in a hex either fires alone (§24.2, §24.8)
//! * points that step into the same flank hex again fire on, with 1 off the die (§24.4.3, Combat Fire Table, note)
//! * a marker that has gone back after combat into a hex where another of its brigade fired neither returns nor answers that fire, its retreat over or not
//!   (§25.0, §27.1)
//! * points step through a flank hex in which points of their brigade stand (§24.4.3a, §24.4.3d)
//! * points step into a flank hex too in which they have its enemy aside of them, as many as fire through a flank of theirs (§24.1, §24.4.3a)
//! * what was said of two brigades in a hex is over with a turn in which nobody fires at it (§24.3.7, ruling 65)
//! * horse, which fires two points at a hex or none, is held to match no more than it can by those (§24.2b, §24.2d, Combat Fire Table, note)
//! * of several seats one that has told all of its fire may say yet at which of two brigades of a hex that goes (§24.3.7)
//! * what was said of two brigades in a hex at which nobody fired in that turn is not taken up again by fire of the next one (§24.3.7, ruling 65)
//!
//! # Revision 8: options
//!
//! * who fired out of works neither returns fire nor assaults in its turn, though its target, or the marker that fired, is gone since (0.12 effect 5)
//! * it is the battery that stands for the cannon of a hex that leaves works there unused, and no other, nor a commander (0.12 effect 5, §24.3)
//! * the head of a charge gallops into no hex where markers of its own lie (0.6.1, §17.1.3)
//! * the markers of an attack column do not close up to form line or go to rest (0.6.1)
//! * an attack column whose attack is over assaults nobody (0.6.2)
//! * one is added to the die of fire at no attack column but one that was named (0.6.2, 0.6.7)
//! * a line that comes beside somebody hidden as it goes back attacks and retreats no more (0.1, detachments 10, §21.6)
//! * cannon that return fire out of a hex with works have no field all round by these (0.12 effects 4 and 5, §27.1)
//! * a charge that could advance only into a hex of its own markers is not waited for (0.6.1, §17.1.3, §31.2)
//! * no battery of a battalion that has switched to a new division with General Jackson is sent at another hour or by another road than all brigades of that
//!   (0.3, §34.2)
//! * a column or battery that comes upon somebody hidden in a hex in which it cannot stay, and halts before it, is fired at (0.1, detachments 10, §17.1.5)
//! * an attack column that must go on retreating does so through friends too, where there is room more than two hexes behind it (0.6.1, §17.1.5, §21.6, §21.7)
//! * no line leaves the map by a way beside somebody hidden, who comes into view (0.1, detachments 10, §21.8)
//! * all who are hidden within two hexes of a column or battery that comes upon somebody fire at it, be it at its rear (0.1, detachments 10)
//! * fire by surprise at a battery strikes no brigade that shares its hex (0.1, detachments 10, §24.4.6)
//! * nobody who set out beside somebody hidden goes into his hex, a column or battery neither nor a line that goes on from there (0.1, detachments 10, §17.1.8)
//! * the cannon of a hex that fire together leave works unused together, their field all round with the rest (0.12 effects 4 and 5, §24.3)
//! * works are not left unused whose field all round alone allows fire that was told out of their hex: that is told anew first (0.12 effects 4 and 5)
//! * a line attacks that stands beside somebody hidden upon whom it has come, and no line that has halted before him beside another enemy (0.1,
//!   detachments 10)
//! * whoever comes into view, by what it does or as somebody comes upon it after combat, sees at once who is in its sight (0.1, outposts 6)
//! * a line of outposts ends at the edge from a hex beside it however near the others of it stand (0.1, outposts 3)
//! * cannon that fire show no covered brigade whose hex they share, and of a hex that fires in its defence those are shown whose points these are (0.4.2,
//!   §2.11)
//! * how often strength has joined a covered brigade is told with its name, and not as it comes (0.4)
//! * horse forms column out of an attack column, for nothing, out of enemy range and beside no enemy, while it is not named (0.6.1, §17.1.4, §18.0)
//!
//! # Revision 8: arrivals
//!
//! * a hex beside an enemy, where nobody comes at night, is no way out of his three hexes, nor is one that leads no farther: who has no other goes away from
//!   the nearest (§35.1, §35.2)
//! * who must go on retreating rolls for no retreat that the rules of the Movement Phase forbid, beside the enemy beside whom it stands or nearer to one at
//!   night (§21.6, §24.1, §35.1)
//! * the counter of a battery in two hexes leaves the map by no hex behind it that it may not enter, beside an enemy, in another range or nearer to him at
//!   night (§17.2.11, §21.8, §22.2, §24.1, §35.1)
//! * a battery comes back in no move in which it left the map (§11.4, §21.8)
//! * who left the map and comes back, by the road of its card too, has no level with those who come on there, nor they with it, and a brigade of the VI Corps
//!   that comes back keeps no gap (§21.8, §34.1.7, Union Order of Appearance)
//! * artillery comes on by no road with brigades that do so in line or beside it at a level above six points, horse artillery above eight, where no brigade
//!   does by it in column (§33.0.2, §34.1.7)
//! * a reinforcement of which points step into a flank hex by hexes in enemy range is none any more (§16.1.1, §24.4.3)
//! * steps into a range that bars who goes are no way out for who leaves the map at night either (§21.8, §22.3, §35.1)
//! * a corps is hastened, or sent by another road, by its name as far as it is due next, at one hour (§34.21.3, example)
//! * a brigade whose last points its card takes off it is removed, and they are no loss (rulings 44 and 62)
//! * outposts, beside which no commander comes, are no way out for him at night (0.1, detachments 6, §35.1)
//! * nor are steps into a range for markers that close up (§17.1.3, §22.1, §35.1)
//! * points that join a column which losses left uneven in enemy range, or leave it, move none of the others to another hex (§33.3.5b, rulings 62 and 72)
//! * of an exchanged corps the later groups that come with its body have the level of that (0.5.4, ruling 78)
//! * strength that joins a brigade which is still to come shows no option by which that comes (0.5.3)
//! * a column that lies on the road beyond the map with its rear, and within three hexes of an enemy, brings that on at night in order to go away from him
//!   (§35.1)
//! * delayed batteries come on beside their road too, and a column does so in parts, its rear behind it in a later order or turn (§34.3.5, §34.3.7)
//!
//! # Revision 8: assault
//!
//! * an attack column that must go back and shifts as a whole ends in no hex of a friend's flank marker (§17.1.6, §30.2.1, ruling 71), and one that is not
//!   named makes no assault in its defence (0.6.2, §25.0, §28.1)
//! * guns that are assaulted alone are entered by who has carried it and by nobody else, as they have not left their hex (§31.1b, ruling 69)
//! * what a battery expended as it went back after combat is deducted from the level of its column too (§30.1.2, §33.0.2)
//! * who goes back after combat or from an ambush is lost in a hex where an enemy stands hidden also where that is not the last of its way, and guns stay where
//!   they are (0.1, §17.1.8)
//! * a line that goes ahead or back after combat sees whom it has come beside, in woods too (0.1, detachments 10)
//! * two lines that share a hex are made even, or joined by strength, one after the other, so that they keep to eight points there (§17.1.6, §33.3.5b, ruling
//!   62)
//! * of ways back that cost a beaten brigade as much it has none by which a marker with an enemy behind it goes back and forth, where by another one all come
//!   two hexes off (§30.2.1, ruling 71)
//! * guns that withstood an assault are no hex that was left to who carried another one (§31.1b, ruling 69)
//! * no marker of a beaten line is lost for the hex beside it that another one took, nor for a flank that can turn by a hexside, where all can be placed
//!   (§21.3, ruling 71)
//! * who is in the way of an advance goes on through another hex that is entered, where it has no other (§31.5)
//! * a beaten brigade that could stay on the map by no way, and has the edge of it beside it, leaves it, and is not lost (§21.8, ruling 71)
//! * its exit hex is that of the marker which leaves the map first, not of its counter (§21.8)
//! * each marker pays for the hexes into which it advances after combat by itself (§13.7, §31.4)
//! * where not all markers of a beaten line can be placed the others are, and the fewest points are lost (ruling 71)
//! * who lost the marker that combat fire fell on was at an end of it, goes back after combat and advances as others do (§30.1, §31.1)
//! * each battery of a hex that fired together may withdraw, though nobody stands beside it any more, and not the one alone that stood for them (§24.0.3,
//!   §30.1.2)
//! * each marker of a line that has lost another one, not its dearest, has spent what it did, and advances after combat by that (§13.7, §31.4)
//! * a beaten brigade goes through friends to the first hex that it may stand in, be it more than six hexes beyond the two (ruling 71)
//! * of two markers of an attack column that lie in one hex none is lost for the hex to which the other one has gone (0.6.1, ruling 71)
//! * who withdraws in the other side's player turn passes through no other brigade (§17.1.5, §30.1.2)
//! * with hidden movement detachments are formed, sent out and taken back, hold outposts, and are eliminated (0.1, detachments 1 to 9)
//! * an advance of several hexes leads through friends, to a hex behind them in which there is room (§17.1.5, §31.4)
//! * with hidden movement the brigades in range of the primary commander are told to his side alone (0.1, §14.5)
//! * where entry options are in force each of several seats with anybody to come is asked (0.5.1)
//! * what batteries out of view take of the reserve is told to their side alone (0.1, §29.4.3, 0.10)
//! * with hidden movement the markers of a brigade are in view one by one, and one that is so in part is as a whole when it fights (0.1, outposts 8 and 9)
//! * with hidden movement a primary commander who comes into view does not tell how far he rides by those in his range (0.1, §16.2.1)

use super::board::Board;

/// The revision that is played now. It counts up whenever a decision changes.
pub const REVISION: u32 = 8;

impl Board<'_> {
    /// Whether the rules are those of a revision or of a later one.
    pub fn since(&self, revision: u32) -> bool {
        self.pack.revision >= revision
    }
}
